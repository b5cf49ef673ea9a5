import type { TestDatabase } from './database';
import { makeTeam, manifestOf } from './teams';
import { addAgent, type TestOrg } from './tenants';

/** An agent that may delegate, which one has to be allowed. */
export async function addLead(
  db: TestDatabase,
  org: TestOrg,
  name: string,
  patch: { model?: string } = {},
): Promise<string> {
  const id = await addAgent(db, org, name, patch);
  await db.admin.query(`UPDATE agent SET capabilities = '{"delegation": true}' WHERE id = $1`, [id]);
  return id;
}

type Led = { id: string; agentId: string; approval?: { before?: boolean; after?: boolean } };

/** A team in which the slot `lead` may give work to the others. */
export function leadTeam(
  db: TestDatabase,
  org: TestOrg,
  lead: string,
  workers: Led[],
  defaults: Record<string, number> = {},
): Promise<string> {
  const manifest = manifestOf('pipeline', [{ id: 'lead', agentId: lead }, ...workers], defaults);
  const slots = manifest.slots.map((slot, at) => (at === 0 ? { ...slot, lead: true } : slot));
  return makeTeam(db, org, { ...manifest, slots, protocol: { kind: 'lead_workers' } });
}

export type Planned = {
  id: string;
  agent: string;
  prompt?: string;
  depends_on?: string[];
  review_of?: string;
  max_turns?: number;
};

/** What a model says to plan these tasks. */
export const planning = (tasks: Planned[], more: object = {}) => ({
  name: 'plan',
  args: { tasks: tasks.map((task) => ({ prompt: `Do ${task.id}`, ...task })), ...more },
});

export const delegating = (agent: string, prompt = 'Do your part', more: object = {}) => ({
  name: 'delegate',
  args: { agent, prompt, ...more },
});
