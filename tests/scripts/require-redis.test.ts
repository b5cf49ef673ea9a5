import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { requireRedis } from '../../scripts/start/require-redis';
import { startRedis } from '../support/redis';

describe('the Redis of REDIS_URL', () => {
  it('is taken when it answers', async () => {
    const redis = await startRedis();
    await expect(requireRedis(redis.url)).resolves.toBeUndefined();
    await redis.stop();
  });

  it('that refuses the password is reported, without the password', async () => {
    const redis = await startRedis();
    const url = redis.url.replace('redis://', 'redis://nobody:wrong-secret@');
    const told = await requireRedis(url).catch((error: Error) => error);
    expect(told).toMatchObject({ plain: true });
    expect(String(told)).toMatch(/Redis refused the sign-in: .*Check REDIS_URL/);
    expect(String(told)).not.toContain('wrong-secret');
    await redis.stop();
  });

  it('that accepts the connection and never answers is given up', async () => {
    const server = createServer(() => {});
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(requireRedis(`redis://127.0.0.1:${port}`, 200)).rejects.toThrow(
      'Cannot reach Redis: no answer within 0.2 s. Is it running, and is REDIS_URL right?',
    );
    server.close();
  });

  it.each(['notaurl', 'http://127.0.0.1:6379', 'redis://'])('"%s" is no address of one', async (url) => {
    await expect(requireRedis(url)).rejects.toThrow(
      'REDIS_URL must be an address such as redis://redis.example:6379.',
    );
  });
});
