import { expect, it } from 'vitest';
import config from '../../next.config';

it('sends every page with headers that keep it out of frames and its address to itself', async () => {
  const rules = (await config.headers?.()) ?? [];
  const everywhere = rules.find(({ source, has, missing }) => source === '/:path*' && !has && !missing);
  expect(Object.fromEntries((everywhere?.headers ?? []).map(({ key, value }) => [key, value]))).toEqual({
    'X-Frame-Options': 'DENY',
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'strict-origin-when-cross-origin',
    'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
  });
});

it('leaves to each answer what it says of its type and of being kept', async () => {
  const rules = (await config.headers?.()) ?? [];
  const names = rules.flatMap(({ headers }) => headers.map(({ key }) => key.toLowerCase()));
  expect(names.filter((name) => /^(cache-control|content-|x-accel)/.test(name))).toEqual([]);
});
