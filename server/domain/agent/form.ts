import { z } from 'zod';
import { Id, Slug } from '../ids';
import { line, prose } from '../text';
import { Capability } from './capabilities';

const MAX_SKILLS = 50;
const MAX_TOOLS = 200;
const MAX_PROJECTS = 200;

const ToolNames = z.array(line(100)).max(MAX_TOOLS);

/** Names of tools: with `allow` only those, without it all; `deny` takes away. */
export const ToolConfig = z.strictObject({ allow: ToolNames.optional(), deny: ToolNames.optional() });
export type ToolConfig = z.infer<typeof ToolConfig>;

const FIELDS = {
  name: line(80),
  slug: Slug,
  role: line(120),
  character: prose(8_000),
  expertise: prose(8_000),
  providerId: Id,
  model: line(200),
  maxOutputTokens: z.int().min(64).max(32_000),
  /** True or absent: can; false: cannot; `delegation` only when true. */
  capabilities: z.partialRecord(Capability, z.boolean()),
  skills: z.array(line(64)).max(MAX_SKILLS),
  tools: ToolConfig,
  /** It may hand work over to other agents, and they to it, where the organization allows handoffs. */
  handoff: z.boolean(),
  /** Projects that it may work in; none: all. */
  projectIds: z.array(Id).max(MAX_PROJECTS),
};

export const DEFAULT_OUTPUT_TOKENS = 2_048;

/** What a person fills in for an agent. Without a slug one is made from the name. */
export const AgentCreate = z.strictObject({
  ...FIELDS,
  slug: FIELDS.slug.optional(),
  character: FIELDS.character.default(''),
  expertise: FIELDS.expertise.default(''),
  maxOutputTokens: FIELDS.maxOutputTokens.default(DEFAULT_OUTPUT_TOKENS),
  capabilities: FIELDS.capabilities.default({}),
  skills: FIELDS.skills.default([]),
  tools: FIELDS.tools.default({}),
  projectIds: FIELDS.projectIds.default([]),
  handoff: FIELDS.handoff.default(false),
  unitId: Id.nullable().default(null),
});
export type AgentCreate = z.infer<typeof AgentCreate>;

/** What an edit may change: everything but the unit, whose binding is a procedure of its own. */
export const AgentUpdate = z.strictObject(FIELDS).partial();
export type AgentUpdate = z.infer<typeof AgentUpdate>;
