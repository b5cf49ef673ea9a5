import { z } from 'zod';
import { Id } from '../ids';
import { PageInput } from '../page';
import { RunStatus } from '../run/fact';
import { GateKind } from '../run/gate-facts';
import { line, prose } from '../text';

/** What a person says to a decision. */
export const WORDS_MAX = 4_000;
export const ANSWER_MAX = 8_000;

/** A gate's id counts within its run. */
const GateId = line(40);

export const ApprovalList = z.strictObject({ ...PageInput, projectId: Id.optional() });
export type ApprovalList = z.infer<typeof ApprovalList>;

/** An open gate of a run that the viewer sees. What they may not see of it (a team beside their line) is null. */
export const ApprovalView = z.strictObject({
  runId: Id,
  gateId: z.string(),
  kind: GateKind,
  /** Of the step that waits; null: the whole run does. */
  title: z.string().nullable(),
  round: z.int().nullable(),
  question: z.string().nullable(),
  /** The beginning of the output that is to be approved. */
  preview: z.string().nullable(),
  /** Whoever the run works for may not decide. */
  fourEyes: z.boolean(),
  /** Why the viewer may not decide; null: they may. */
  bar: z.enum(['four_eyes', 'role']).nullable(),
  goal: z.string(),
  project: z.strictObject({ id: Id, slug: z.string(), name: z.string() }),
  team: z.strictObject({ id: Id, slug: z.string(), name: z.string() }).nullable(),
  /** `name` null: no longer in the organization. */
  startedBy: z.strictObject({ id: Id, name: z.string().nullable() }),
  requestedAt: z.iso.datetime(),
  deadlineAt: z.iso.datetime(),
});
export type ApprovalView = z.infer<typeof ApprovalView>;

/** How many gates wait for the viewer's decision, up to `COUNT_MAX`. */
export const COUNT_MAX = 100;
export const ApprovalCount = z.strictObject({ open: z.int().min(0).max(COUNT_MAX) });
export type ApprovalCount = z.infer<typeof ApprovalCount>;

/** A denial has words: it is work for somebody. */
export const ApprovalResolve = z.strictObject({
  runId: Id,
  gateId: GateId,
  decision: z.enum(['approved', 'denied']),
  text: prose(WORDS_MAX).trim().default(''),
});
export type ApprovalResolve = z.infer<typeof ApprovalResolve>;
export const ApprovalAnswer = z.strictObject({
  runId: Id,
  gateId: GateId,
  text: prose(ANSWER_MAX).trim().min(1),
});
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

/** `already_<decision>`: it had been decided so before; nothing was changed. */
export const ApprovalDecided = z.strictObject({
  runId: Id,
  gateId: z.string(),
  outcome: z.string(),
  status: RunStatus,
});
export type ApprovalDecided = z.infer<typeof ApprovalDecided>;
