import { z } from 'zod';
import { Id } from '../ids';
import { PageInput } from '../page';
import { prose, storable } from '../text';

/*
 * A remembered statement. `proposed → confirmed → superseded`, or `proposed → superseded`; superseded is final, and
 * names what took its place when something did. An agent only ever proposes: what it read may have been written to
 * mislead it, so a statement of its own is confirmed by a person alone. A person who writes one has confirmed it.
 */

export const MemoryScope = z.enum(['agent', 'team', 'run']);
export type MemoryScope = z.infer<typeof MemoryScope>;
export const MemoryCategory = z.enum(['fact', 'preference', 'decision', 'knowledge']);
export type MemoryCategory = z.infer<typeof MemoryCategory>;
export const MemoryState = z.enum(['proposed', 'confirmed', 'superseded']);
export type MemoryState = z.infer<typeof MemoryState>;

/** UTF-16 units of a statement and of what it is about. */
export const MAX_CONTENT = 2_000;
const MAX_SUBJECT = 120;

/** What is remembered; the same for a model's tool and a person's form. */
export const Statement = {
  category: MemoryCategory,
  /** What it is about, in a few words. */
  subject: z.string().trim().max(MAX_SUBJECT).refine(storable).default(''),
  content: prose(MAX_CONTENT).pipe(z.string().trim().min(1)),
  /** 0 … 1, to three places. */
  importance: z
    .number()
    .min(0)
    .max(1)
    .transform((value) => Math.round(value * 1_000) / 1_000)
    .default(0.5),
};

/** Whose memory it is: an agent's, a team's, or that of a run with everything below its root. */
const Holder = { scope: MemoryScope, holderId: Id };

export const MemoryPropose = z.strictObject({ ...Holder, ...Statement });
export type MemoryPropose = z.infer<typeof MemoryPropose>;
export const MemoryList = z.strictObject({ ...PageInput, ...Holder, state: MemoryState.optional() });
export type MemoryList = z.infer<typeof MemoryList>;

export const MemoryConfirm = z.strictObject({ id: Id });
/** `by`: the statement that takes its place; without it, it is forgotten. */
export const MemorySupersede = z.strictObject({ id: Id, by: Id.optional() });
export type MemorySupersede = z.infer<typeof MemorySupersede>;

export const MemoryView = z.strictObject({
  id: Id,
  scope: MemoryScope,
  agentId: Id.nullable(),
  teamId: Id.nullable(),
  /** Of scope `run`: the root of the tree that it holds for. */
  runId: Id.nullable(),
  category: MemoryCategory,
  subject: z.string(),
  content: z.string(),
  importance: z.number(),
  state: MemoryState,
  author: z.strictObject({ kind: z.enum(['agent', 'person']), id: Id }),
  source: z.strictObject({ runId: Id, seq: z.int().nullable(), stepId: z.string().nullable() }).nullable(),
  supersededBy: Id.nullable(),
  decidedAt: z.iso.datetime().nullable(),
  useCount: z.int(),
  lastUsedAt: z.iso.datetime().nullable(),
  createdAt: z.iso.datetime(),
});
export type MemoryView = z.infer<typeof MemoryView>;
