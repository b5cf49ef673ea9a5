import type { Issue } from '@domain/errors';
import { z } from 'zod';

const Body = z.object({
  code: z.string(),
  reason: z.string(),
  message: z.string(),
  traceId: z.string().optional(),
  issues: z
    .array(
      z.object({ path: z.array(z.union([z.string(), z.number()])), code: z.string(), message: z.string() }),
    )
    .optional(),
});

/** What a person can be told of a failed call; `code` is one of the catalogue's `errors`. */
export type Failure = { code: string; reason: string; message: string; traceId?: string; issues: Issue[] };

/** Reads our error body out of whatever a call threw; a call that got no answer at all is `network`. */
export function failureOf(error: unknown): Failure {
  const shape = error as { data?: unknown; shape?: { data?: unknown } } | null;
  const body = Body.safeParse(shape?.data ?? shape?.shape?.data);
  if (body.success) return { ...body.data, issues: body.data.issues ?? [] };
  return { code: 'network', reason: 'network', message: '', issues: [] };
}

const PAGE_FAILURES: ReadonlyMap<unknown, 'sign_in' | 'nowhere'> = new Map([
  ['UNAUTHORIZED', 'sign_in'],
  ['NOT_FOUND', 'nowhere'],
  ['BAD_REQUEST', 'nowhere'],
]);

/** Where a page goes whose own call was refused: a caller on the server throws the error itself, not its body. */
export const pageFailureOf = (error: unknown): 'sign_in' | 'nowhere' | 'failed' =>
  PAGE_FAILURES.get((error as { code?: unknown } | null | undefined)?.code) ?? 'failed';
