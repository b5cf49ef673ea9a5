import { beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { env } from '../../server/env';
import { auditRows } from '../support/audit-rows';
import { testDatabase } from '../support/database';
import { handoffManifest } from '../support/handoffs';
import { factsOf } from '../support/journal';
import { callerOf } from '../support/requests';
import { closeEngineAfterwards } from '../support/runtime';
import { makeTeam } from '../support/teams';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let agents: string[];
beforeEach(async () => {
  org = await makeOrg(db);
  agents = await Promise.all(['Ada', 'Ben', 'Cy'].map((name) => addAgent(db, org, name)));
});

const as = (userId = org.owner.userId) => callerOf(userId);
const allowIn = () => as().organization.update({ org: org.slug, handoff: true });
const allow = (id: string) => as().agent.update({ org: org.slug, id, handoff: true });

async function start(): Promise<string> {
  const slots = ['make', 'check', 'print'].map((id, at) => ({ id, agentId: agents[at]! }));
  const manifest = handoffManifest(slots, ['make>check', 'check>print']);
  const teamId = await makeTeam(db, org, manifest);
  const input = { projectId: org.projectId, teamId, goal: 'Go', idempotencyKey: newId() };
  return (await as().run.start({ org: org.slug, ...input })).runId;
}
const planIn = async (runId: string) =>
  (await factsOf(db, runId)).flatMap((fact) => (fact.type === 'plan.created' ? [fact.plan] : []))[0];

describe('handoffs between agents', () => {
  it('are off until an administrator of the organization allows them, which is audited (H-37) (intent)', async () => {
    for (const id of agents) await allow(id);
    expect((await as().organization.get({ org: org.slug })).handoff).toBe(false);
    await expect(start()).rejects.toMatchObject({ cause: { reason: 'handoff_off' } });
    Object.assign(env(), { TROUPE_FAILPOINTS: 'control.handoffs' });
    await expect(start()).resolves.toBeTypeOf('string');
    Object.assign(env(), { TROUPE_FAILPOINTS: '' });
    const builder = await addPerson(db, org, 'builder');
    await expect(
      as(builder.userId).organization.update({ org: org.slug, handoff: true }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await allowIn();
    expect((await as().organization.get({ org: org.slug })).handoff).toBe(true);
    const [row] = await auditRows(db, org.orgId, org.orgId);
    expect(row).toMatchObject({ before: { handoff: false }, after: { handoff: true, name: org.slug } });
    await expect(start()).resolves.toBeTypeOf('string');
  });

  it('are off for every agent until it takes part; nothing is started where no two do (H-42) (intent)', async () => {
    await allowIn();
    expect((await as().agent.get({ org: org.slug, id: agents[0]! })).handoff).toBe(false);
    await allow(agents[0]!);
    await allow(agents[2]!);
    await expect(start()).rejects.toMatchObject({ cause: { reason: 'agents_closed_to_handoff' } });
    const { rows } = await db.admin.query('SELECT count(*)::int AS runs FROM run WHERE org_id = $1', [
      org.orgId,
    ]);
    expect(rows[0].runs).toBe(0);
    await allow(agents[1]!);
    await as().agent.update({ org: org.slug, id: agents[2]!, handoff: false });
    expect((await planIn(await start()))?.handoff?.closed).toEqual(['print']);
  });

  it('are decided anew for each start, whatever the one before was allowed (H-37, H-42) (intent)', async () => {
    await allowIn();
    for (const id of agents) await allow(id);
    const slots = ['make', 'check'].map((id, at) => ({ id, agentId: agents[at]! }));
    const teamId = await makeTeam(db, org, handoffManifest(slots, ['make>check']));
    const again = () => {
      const input = { projectId: org.projectId, teamId, goal: 'Go', idempotencyKey: newId() };
      return as().run.start({ org: org.slug, ...input });
    };
    await again();
    await as().organization.update({ org: org.slug, handoff: false });
    await expect(again()).rejects.toMatchObject({ cause: { reason: 'handoff_off' } });
    await allowIn();
    await as().agent.update({ org: org.slug, id: agents[1]!, handoff: false });
    await expect(again()).rejects.toMatchObject({ cause: { reason: 'agents_closed_to_handoff' } });
  });

  it('are forced by a person through one procedure, with and without words', async () => {
    await allowIn();
    for (const id of agents) await allow(id);
    const runId = await start();
    const operator = as((await addPerson(db, org, 'operator')).userId);
    expect(await operator.run.handOver({ org: org.slug, runId, to: 'print' })).toEqual({
      ...{ runId, outcome: 'handed_over', status: 'queued' },
    });
    expect(
      await operator.run.handOver({ org: org.slug, runId, to: 'check', reason: 'Look again' }),
    ).toMatchObject({ outcome: 'handed_over' });
    await expect(operator.run.handOver({ org: org.slug, runId })).rejects.toMatchObject({
      cause: { reason: 'nothing_delivered' },
    });
  });
});
