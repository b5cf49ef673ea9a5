import { TRPCError } from '@trpc/server';
import { expect, it } from 'vitest';
import { pageFailureOf } from '../../app/_trpc/failure';
import { createQueryClient } from '../../app/_trpc/query-client';

it('asks once for a page that the server makes: a second try would only hold the page back', async () => {
  let asked = 0;
  const queryFn = () => {
    asked += 1;
    return Promise.reject(new TRPCError({ code: 'NOT_FOUND' }));
  };
  await createQueryClient().prefetchQuery({ queryKey: ['any'], queryFn });
  expect(asked).toBe(1);
});

it.each([
  ['UNAUTHORIZED', 'sign_in'],
  ['NOT_FOUND', 'nowhere'],
  // An address that names nothing, such as /o/__proto__ or /o/Acme: no page, and no failure of ours.
  ['BAD_REQUEST', 'nowhere'],
  ['FORBIDDEN', 'failed'],
  ['INTERNAL_SERVER_ERROR', 'failed'],
] as const)('leads a page whose call was refused with %s to %s', (code, way) => {
  expect(pageFailureOf(new TRPCError({ code }))).toBe(way);
});

it('calls a page whose call threw anything else failed', () => {
  for (const thrown of [new Error('x'), undefined, null, 'NOT_FOUND']) {
    expect(pageFailureOf(thrown)).toBe('failed');
  }
});
