import { forbidden } from '@domain/errors';
import type { Ctx } from './context';

/** The person in whose name a row is written. @throws forbidden for the engine, which writes none of these */
export function personOf(ctx: Ctx): string {
  if (!ctx.userId) throw forbidden();
  return ctx.userId;
}
