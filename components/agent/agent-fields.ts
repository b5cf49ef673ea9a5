import { CAPABILITIES, type Capability } from '@domain/agent/capabilities';
import { AgentCreate, DEFAULT_OUTPUT_TOKENS } from '@domain/agent/form';
import type { AgentView } from '@domain/agent/view';
import type { z } from 'zod';

/** What the editor shows of an agent. */
export const AgentFields = AgentCreate.pick({
  name: true,
  role: true,
  character: true,
  expertise: true,
  providerId: true,
  model: true,
  maxOutputTokens: true,
  capabilities: true,
  skills: true,
  handoff: true,
});
export type AgentFields = z.output<typeof AgentFields>;
export type AgentFieldsInput = z.input<typeof AgentFields>;

export const emptyAgent = (provider?: {
  id: string;
  models: readonly { name: string }[];
}): AgentFieldsInput => ({
  name: '',
  role: '',
  character: '',
  expertise: '',
  providerId: provider?.id ?? '',
  model: provider?.models[0]?.name ?? '',
  maxOutputTokens: DEFAULT_OUTPUT_TOKENS,
  capabilities: {},
  skills: [],
  handoff: false,
});

export const fieldsOf = (agent: AgentView): AgentFieldsInput => ({
  name: agent.name,
  role: agent.role,
  character: agent.character,
  expertise: agent.expertise,
  providerId: agent.provider.id,
  model: agent.model,
  maxOutputTokens: agent.maxOutputTokens,
  handoff: agent.handoff,
  skills: agent.skills,
  capabilities: Object.fromEntries(
    CAPABILITIES.flatMap((name) => {
      const value = agent.capabilities?.[name];
      return value === undefined ? [] : [[name, value]];
    }),
  ),
});

/** Unset means able, but for delegation, which is granted only explicitly. */
export const isAble = (capabilities: Partial<Record<Capability, boolean>>, name: Capability): boolean =>
  capabilities[name] ?? name !== 'delegation';
