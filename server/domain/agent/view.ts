import { z } from 'zod';
import { Id } from '../ids';

export const UnitBadge = z.strictObject({ id: Id, name: z.string() });
export type UnitBadge = z.infer<typeof UnitBadge>;

/** An agent as chips, lists of members and pickers show it. */
export const AgentBadge = z.strictObject({
  id: Id,
  slug: z.string(),
  name: z.string(),
  role: z.string(),
});
export type AgentBadge = z.infer<typeof AgentBadge>;

/** An agent with everything that its editor shows. `unit` null: the whole organization. */
export const AgentView = AgentBadge.extend({
  character: z.string(),
  expertise: z.string(),
  provider: z.strictObject({ id: Id, name: z.string(), kind: z.string() }),
  model: z.string(),
  maxOutputTokens: z.int(),
  /** Null: a legacy agent, which fits only slots without requirements. */
  capabilities: z.record(z.string(), z.boolean()).nullable(),
  skills: z.array(z.string()),
  tools: z.strictObject({ allow: z.array(z.string()).optional(), deny: z.array(z.string()).optional() }),
  projectIds: z.array(Id),
  isDefaultHub: z.boolean(),
  /** It takes part in handoffs. */
  handoff: z.boolean(),
  unit: UnitBadge.nullable(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});
export type AgentView = z.infer<typeof AgentView>;
