import { z } from 'zod';

/** `pure`: reads · `idempotent`: twice is once · `effect`: reaches the outside, never repeated by itself. */
export const ToolKind = z.enum(['pure', 'idempotent', 'effect']);
export type ToolKind = z.infer<typeof ToolKind>;

/** The name that a model calls a tool by. */
export const ToolName = z.string().regex(/^[a-z][a-z0-9_]{1,63}$/);

/** Bytes of a call's arguments as JSON; more is refused, and the model told. */
export const MAX_TOOL_ARGS_BYTES = 64 * 1024;

/** Tokens of a tool's answer that a model gets to read; the rest is cut and marked. */
export const MAX_TOOL_RESULT_TOKENS = 4_000;

/** `list_team_members` and `get_team_info` take nothing: the team is that of the run. */
export const NoArgs = z.strictObject({});

/** One line of the roster, as a model sees it. */
export const RosterEntry = z.strictObject({
  name: z.string(),
  place: z.enum(['hub', 'member']),
  role: z.string(),
  expertise: z.string(),
});
export type RosterEntry = z.infer<typeof RosterEntry>;

export const TeamCard = z.strictObject({
  name: z.string(),
  description: z.string(),
  hub: z.string(),
  members: z.int(),
  /** The version that this run is pinned to. */
  version: z.int().nullable(),
  protocol: z.string(),
});
export type TeamCard = z.infer<typeof TeamCard>;
