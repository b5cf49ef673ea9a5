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

/** What a person fills in for an agent. Without a slug one is made from the name. */
export const AgentCreate = z.strictObject({
  name: line(80),
  slug: Slug.optional(),
  role: line(120),
  character: prose(8_000).default(''),
  expertise: prose(8_000).default(''),
  providerId: Id,
  model: line(200),
  maxOutputTokens: z.int().min(64).max(32_000).default(2_048),
  /** True or absent: can; false: cannot; `delegation` only when true. */
  capabilities: z.partialRecord(Capability, z.boolean()).default({}),
  skills: z.array(line(64)).max(MAX_SKILLS).default([]),
  tools: ToolConfig.default({}),
  /** Projects that it may work in; none: all. */
  projectIds: z.array(Id).max(MAX_PROJECTS).default([]),
  unitId: Id.nullable().default(null),
});
export type AgentCreate = z.infer<typeof AgentCreate>;

/** What an edit may change: everything but the unit, whose binding is a procedure of its own. */
export const AgentUpdate = z.strictObject({
  name: line(80).optional(),
  slug: Slug.optional(),
  role: line(120).optional(),
  character: prose(8_000).optional(),
  expertise: prose(8_000).optional(),
  providerId: Id.optional(),
  model: line(200).optional(),
  maxOutputTokens: z.int().min(64).max(32_000).optional(),
  capabilities: z.partialRecord(Capability, z.boolean()).optional(),
  skills: z.array(line(64)).max(MAX_SKILLS).optional(),
  tools: ToolConfig.optional(),
  projectIds: z.array(Id).max(MAX_PROJECTS).optional(),
});
export type AgentUpdate = z.infer<typeof AgentUpdate>;
