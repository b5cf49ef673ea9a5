import { AgentCreate } from '@domain/agent/form';
import { TeamCreate } from '@domain/team/team-form';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/db/ids';
import { createAgent } from '../../../server/services/agent/create';
import { deleteAgent } from '../../../server/services/agent/delete';
import { getAgent } from '../../../server/services/agent/get';
import { listAgents } from '../../../server/services/agent/list';
import { updateAgent } from '../../../server/services/agent/update';
import type { Ctx } from '../../../server/services/context';
import { addTeamMember } from '../../../server/services/team/add-member';
import { createTeam } from '../../../server/services/team/create';
import { auditRows } from '../../support/audit-rows';
import { testDatabase } from '../../support/database';
import { refusal } from '../../support/refusal';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../../support/tenants';
import { addUnit } from '../../support/units';

const db = await testDatabase();
let org: TestOrg;
let builder: Ctx & { userId: string };

beforeAll(async () => {
  org = await makeOrg(db);
  builder = await addPerson(db, org, 'builder');
});

const form = (patch: Partial<AgentCreate> = {}): AgentCreate =>
  AgentCreate.parse({
    name: 'Анна 🛠',
    role: 'Engineer',
    providerId: org.providerId,
    model: 'demo',
    ...patch,
  });

describe('creating an agent', () => {
  it('makes a free slug of the name, also where the name has no Latin letter', async () => {
    const first = await createAgent(builder, form({ name: 'Code Writer' }));
    const second = await createAgent(builder, form({ name: 'Code writer' }));
    const third = await createAgent(builder, form({ name: '测试' }));
    expect([first.slug, second.slug, third.slug]).toEqual(['code-writer', 'code-writer-2', 'agent']);
  });

  it('gives ten agents of one name ten slugs when they are made at once', async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, () => createAgent(builder, form({ name: 'Twin' }))),
    );
    expect(new Set(made.map((agent) => agent.slug)).size).toBe(10);
  });

  it('refuses a slug that is taken', async () => {
    await createAgent(builder, form({ slug: 'mine' }));
    expect(await refusal(createAgent(builder, form({ slug: 'mine' })))).toMatchObject({
      status: 409,
      reason: 'slug_taken',
    });
  });

  it('refuses a model that the provider does not offer', async () => {
    const refused = await refusal(createAgent(builder, form({ model: 'gpt-99' })));
    expect(refused).toMatchObject({ status: 422, reason: 'unknown_model' });
    expect(refused.issues).toMatchObject([{ path: ['model'], code: 'unknown_model' }]);
  });

  it("answers another organization's provider like one that does not exist", async () => {
    const other = await makeOrg(db);
    const foreign = await refusal(createAgent(builder, form({ providerId: other.providerId })));
    const unknown = await refusal(createAgent(builder, form({ providerId: newId() })));
    expect([foreign.status, foreign.message]).toEqual([404, unknown.message]);
    const project = await refusal(createAgent(builder, form({ projectIds: [other.projectId] })));
    expect(project.status).toBe(404);
  });

  it('is for builders, at the unit', async () => {
    const unit = await addUnit(db, org, 'Lab');
    const below = await addPerson(db, org, 'builder', unit.id);
    const operator = await addPerson(db, org, 'operator');
    expect((await createAgent(below, form({ unitId: unit.id }))).unit).toEqual({ id: unit.id, name: 'Lab' });
    expect((await refusal(createAgent(below, form()))).status).toBe(403);
    expect((await refusal(createAgent(operator, form()))).status).toBe(403);
  });

  it('leaves an audit row with actor, before and after for each change', async () => {
    const agent = await createAgent(builder, form({ name: 'Traced' }));
    await updateAgent(builder, { id: agent.id, name: 'Renamed' });
    await deleteAgent(org.owner, { id: agent.id });
    const rows = await auditRows(db, org.orgId, agent.id);
    expect(rows.map((row) => [row.action, row.actor_id, row.before?.name, row.after?.name])).toEqual([
      ['agent.created', builder.userId, undefined, 'Traced'],
      ['agent.updated', builder.userId, 'Traced', 'Renamed'],
      ['agent.deleted', org.owner.userId, 'Renamed', undefined],
    ]);
  });
});

describe('updating an agent', () => {
  it('checks a new model against the provider that it has', async () => {
    const agent = await createAgent(builder, form());
    const refused = await refusal(updateAgent(builder, { id: agent.id, model: 'other' }));
    expect(refused.reason).toBe('unknown_model');
    expect(await updateAgent(builder, { id: agent.id, expertise: 'Go' })).toMatchObject({
      expertise: 'Go',
      model: 'demo',
      name: 'Анна 🛠',
    });
  });
});

describe('two edits of an agent at once', () => {
  it('follow one another: each audit row starts where the one before ended', async () => {
    const agent = await createAgent(builder, form({ name: 'Start' }));
    await Promise.all([1, 2, 3, 4].map((n) => updateAgent(builder, { id: agent.id, name: `Edit ${n}` })));
    const rows = (await auditRows(db, org.orgId, agent.id)).filter((row) => row.action === 'agent.updated');
    const chain = new Map(rows.map((row) => [row.before?.name, row.after?.name]));
    let last: unknown = 'Start';
    for (let steps = 0; steps < 4; steps += 1) last = chain.get(last);
    expect(last).toBe((await getAgent(builder, { id: agent.id })).name);
  });
});

describe('deleting an agent', () => {
  it('is refused with the names of its teams while it is a hub', async () => {
    const hubAgentId = await addAgent(db, org, 'Hub');
    const team = await createTeam(org.owner, TeamCreate.parse({ name: 'Held', hubAgentId }));
    const refused = await refusal(deleteAgent(org.owner, { id: hubAgentId }));
    expect(refused).toMatchObject({ status: 409, reason: 'agent_is_hub' });
    expect(refused.details).toEqual({ teams: [{ id: team.id, slug: team.slug, name: 'Held' }] });
  });

  it('is refused for the coordinator that new teams get', async () => {
    const fresh = await makeOrg(db);
    expect((await refusal(deleteAgent(fresh.owner, { id: fresh.agentId }))).reason).toBe(
      'agent_is_default_hub',
    );
  });

  it('takes it out of its teams and frees its slug; afterwards it is not found', async () => {
    const agent = await createAgent(builder, form({ slug: 'leaver' }));
    const team = await createTeam(org.owner, TeamCreate.parse({ name: 'Left' }));
    await addTeamMember(org.owner, { id: team.id, agentId: agent.id });
    await deleteAgent(org.owner, { id: agent.id });
    const members = await db.admin.query('SELECT FROM team_member WHERE agent_id = $1', [agent.id]);
    const kept = await db.admin.query('SELECT deleted_at FROM agent WHERE id = $1', [agent.id]);
    expect(members.rowCount).toBe(0);
    expect(kept.rows[0].deleted_at).toBeInstanceOf(Date);
    expect((await refusal(getAgent(builder, { id: agent.id }))).status).toBe(404);
    expect((await createAgent(builder, form({ slug: 'leaver' }))).slug).toBe('leaver');
  });

  it('and making it a hub at the same time end with a hub that exists, or with no team', async () => {
    for (let round = 0; round < 5; round += 1) {
      const hubAgentId = await addAgent(db, org, `Racer${round}`);
      const [made, deleted] = await Promise.allSettled([
        createTeam(org.owner, TeamCreate.parse({ name: 'Race', hubAgentId })),
        deleteAgent(org.owner, { id: hubAgentId }),
      ]);
      expect([made.status, deleted.status].sort()).toEqual(['fulfilled', 'rejected']);
    }
  });
});

describe('the list of agents', () => {
  it('holds what stands on my line, and pages by cursor', async () => {
    const own = await makeOrg(db);
    const [left, right] = [await addUnit(db, own, 'Left'), await addUnit(db, own, 'Right')];
    const leftBuilder = await addPerson(db, own, 'builder', left.id);
    const rightBuilder = await addPerson(db, own, 'builder', right.id);
    const make = (by: Ctx, name: string, unitId: string) =>
      createAgent(
        by,
        AgentCreate.parse({ name, role: 'r', providerId: own.providerId, model: 'demo', unitId }),
      );
    const a = await make(leftBuilder, 'Left one', left.id);
    await make(rightBuilder, 'Right one', right.id);
    const names = async (who: Ctx, q?: string) =>
      (await listAgents(who, { limit: 50, q })).items.map((agent) => agent.name);
    expect(await names(leftBuilder)).toEqual(['Left one', 'Coordinator']);
    expect(await names(own.owner)).toEqual(['Right one', 'Left one', 'Coordinator']);
    expect(await names(own.owner, 'LEFT')).toEqual(['Left one']);
    const first = await listAgents(own.owner, { limit: 2 });
    const rest = await listAgents(own.owner, { limit: 2, cursor: first.nextCursor });
    expect([...first.items, ...rest.items].map((agent) => agent.name)).toEqual(await names(own.owner));
    expect(rest.nextCursor).toBeNull();
    expect((await refusal(getAgent(rightBuilder, { id: a.id }))).status).toBe(404);
    expect((await refusal(listAgents(org.owner, { limit: 2, cursor: first.nextCursor }))).status).toBe(404);
  });
});
