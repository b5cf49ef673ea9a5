import type { Redis } from 'ioredis';
import { type RunRef, TEXT_KEPT, TEXT_TTL_MS, type TextPiece } from './signals';

/**
 * Running texts in Redis: per run a hash (`e:step` its epoch, `b:step` its kept bytes) and per step a list of
 * pieces. One script appends, forgets what is too old, and publishes, so that an older epoch never gets in.
 */
const APPEND = `
local known = tonumber(redis.call('HGET', KEYS[1], 'e:' .. ARGV[1]) or '-1')
local epoch = tonumber(ARGV[2])
if known > epoch then return 0 end
if known < epoch then
  redis.call('HSET', KEYS[1], 'e:' .. ARGV[1], epoch, 'b:' .. ARGV[1], 0)
  redis.call('DEL', KEYS[2])
end
redis.call('RPUSH', KEYS[2], ARGV[3])
local kept = redis.call('HINCRBY', KEYS[1], 'b:' .. ARGV[1], #ARGV[3])
while kept > tonumber(ARGV[4]) and redis.call('LLEN', KEYS[2]) > 1 do
  kept = redis.call('HINCRBY', KEYS[1], 'b:' .. ARGV[1], -#redis.call('LPOP', KEYS[2]))
end
redis.call('PEXPIRE', KEYS[1], ARGV[5])
redis.call('PEXPIRE', KEYS[2], ARGV[5])
redis.call('PUBLISH', ARGV[6], ARGV[3])
return 1`;

const CLEAR = `
local known = tonumber(redis.call('HGET', KEYS[1], 'e:' .. ARGV[1]) or '-1')
if known > tonumber(ARGV[2]) then return 0 end
redis.call('HDEL', KEYS[1], 'e:' .. ARGV[1], 'b:' .. ARGV[1])
redis.call('DEL', KEYS[2])
return 1`;

const indexKey = (ref: RunRef) => `troupe:text:{${ref.orgId}:${ref.runId}}`;
const listKey = (ref: RunRef, stepId: string) => `${indexKey(ref)}:${stepId}`;

export class RedisText {
  constructor(private readonly redis: Redis) {}

  /** Keeps the piece and publishes `message`, unless a newer epoch writes by now. */
  async append(piece: RunRef & TextPiece, channel: string, message: string): Promise<void> {
    const { stepId, epoch } = piece;
    const keys = [indexKey(piece), listKey(piece, stepId)];
    await this.redis.eval(APPEND, 2, ...keys, stepId, epoch, message, TEXT_KEPT, TEXT_TTL_MS, channel);
  }

  async clear(ref: RunRef, stepId: string, epoch: number): Promise<void> {
    await this.redis.eval(CLEAR, 2, indexKey(ref), listKey(ref, stepId), stepId, epoch);
  }

  async read(ref: RunRef): Promise<TextPiece[]> {
    const index = await this.redis.hgetall(indexKey(ref));
    const steps = Object.keys(index).filter((field) => field.startsWith('e:'));
    const lists = await Promise.all(
      steps.map((field) => this.redis.lrange(listKey(ref, field.slice(2)), 0, -1)),
    );
    return lists.flatMap((list) => join(list.map((body) => JSON.parse(body) as TextPiece)));
  }
}

/** The newest epoch's pieces as one; after a hole only what stands behind it. */
function join(pieces: TextPiece[]): TextPiece[] {
  let whole: TextPiece | undefined;
  for (const { stepId, epoch, offset, text } of pieces) {
    if (whole && whole.epoch === epoch && whole.offset + whole.text.length === offset) whole.text += text;
    else if (!whole || epoch >= whole.epoch) whole = { stepId, epoch, offset, text };
  }
  return whole ? [whole] : [];
}
