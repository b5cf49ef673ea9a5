import { type AgentUpdate, ToolConfig } from '@domain/agent/form';
import { type AgentBadge, AgentView } from '@domain/agent/view';
import type { AgentRow } from './open';

export const toBadge = ({ id, slug, name, role }: AgentBadge): AgentBadge => ({ id, slug, name, role });

/** A stored agent as the outside sees it. */
export const toAgent = (row: AgentRow): AgentView => ({
  ...toBadge(row),
  character: row.character,
  expertise: row.expertise,
  provider: row.provider,
  model: row.model,
  maxOutputTokens: row.maxOutputTokens,
  capabilities: AgentView.shape.capabilities.parse(row.capabilities),
  skills: row.skills,
  tools: ToolConfig.parse(row.toolConfig),
  projectIds: row.projectIds,
  isDefaultHub: row.isDefaultHub,
  handoff: row.handoff,
  unit: row.unit,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** The columns that an edit may write; slug and unit have rules of their own. */
export const agentColumns = (form: AgentUpdate) => ({
  name: form.name,
  role: form.role,
  character: form.character,
  expertise: form.expertise,
  providerId: form.providerId,
  model: form.model,
  maxOutputTokens: form.maxOutputTokens,
  capabilities: form.capabilities,
  skills: form.skills,
  toolConfig: form.tools,
  projectIds: form.projectIds,
  handoff: form.handoff,
});
