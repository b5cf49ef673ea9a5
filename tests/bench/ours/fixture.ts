import type pg from 'pg';
import { makeTeam, manifestOf } from '../../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../../support/tenants';
import { type Heat, widthOf } from '../heat';

/** As many agents as a team has people; longer pipelines take them in turn. */
const AGENTS = 5;

export type Fixture = { org: TestOrg; teamId: string };

/**
 * An organization with a priced model, five agents and a team whose pipeline has the heat's number of slots. Its
 * limits are the heat's own: as many steps at once as there are runs in flight, and money for all of them.
 */
export async function makeFixture(admin: pg.Pool, heat: Heat): Promise<Fixture> {
  const db = { admin, urls: { admin: '', app: '', auth: '', queue: '' } };
  const org = await makeOrg(db, 'bench');
  const price = 100_000;
  await admin.query('UPDATE price SET input_per_million = $1, output_per_million = $1', [price]);
  const atOnce = Math.max(20, widthOf(heat));
  await admin.query('UPDATE organization SET max_running = $1, max_queued = 10000', [atOnce]);
  if (heat.model !== 'inprocess') {
    await admin.query(`UPDATE provider_connection SET kind = 'openai_compatible', base_url = $1`, [
      heat.model,
    ]);
  }
  const agents: string[] = [];
  for (let i = 1; i <= AGENTS; i += 1) agents.push(await addAgent(db, org, `Agent ${i}`));
  const slots = Array.from({ length: heat.steps }, (_, i) => ({
    id: `step-${i + 1}`,
    agentId: agents[i % AGENTS] ?? org.agentId,
  }));
  const parallelLimit = Math.min(100, widthOf(heat));
  const manifest = manifestOf('pipeline', slots, { budgetMicros: 1_000_000_000, parallelLimit });
  const shape = heat.workload === 'w3' ? { ...manifest, protocol: joinOf(slots) } : manifest;
  return { org, teamId: await makeTeam(db, org, shape) };
}

/** Every slot but the last at once; the last one joins them. */
const joinOf = (slots: { id: string }[]) => ({
  kind: 'dag',
  steps: slots.map(({ id }, at) => ({
    id,
    slot: id,
    dependsOn: at === slots.length - 1 ? slots.slice(0, -1).map((leaf) => leaf.id) : [],
  })),
});
