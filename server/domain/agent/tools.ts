import { z } from 'zod';
import { Statement } from '../memory/memory';

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

/** `read_files`: without a path it lists, with one it reads from `offset` on. */
export const ReadFiles = z.strictObject({
  path: z.string().min(1).max(2_048).optional().describe('A file; leave it out to list all files'),
  offset: z.int().min(0).default(0).describe('Characters to skip'),
});

export const ModifyFiles = z.strictObject({
  path: z.string().min(1).max(2_048).describe('Where to write, for example in your own directory'),
  text: z.string().describe('The whole text of the file, or what to add to its end'),
  append: z.boolean().default(false).describe('true: add to the end'),
  ifMatch: z
    .int()
    .min(0)
    .optional()
    .describe('The version that you have read, 0 for a new file; needed outside your own directory'),
});

export const AskUser = z.strictObject({
  question: z
    .string()
    .trim()
    .min(1)
    .max(4_000)
    .describe('One question, with all that is needed to answer it'),
});

/** `note_for_run`: what the later steps of this run are told. */
export const Remembered = z.strictObject(Statement);
export type Remembered = z.infer<typeof Remembered>;
