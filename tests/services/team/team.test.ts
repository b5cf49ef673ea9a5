import { TeamCreate } from '@domain/team/team-form';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../server/db/ids';
import { tenantTx } from '../../../server/db/tenant';
import { createTeam } from '../../../server/services/team/create';
import { deleteTeam } from '../../../server/services/team/delete';
import { getTeam } from '../../../server/services/team/get';
import { getTeamBySlug } from '../../../server/services/team/get-by-slug';
import { listTeams } from '../../../server/services/team/list';
import { updateTeam } from '../../../server/services/team/update';
import { saveDraft } from '../../../server/services/version/save-draft';
import { auditRows } from '../../support/audit-rows';
import { testDatabase } from '../../support/database';
import { refusal } from '../../support/refusal';
import { addRun } from '../../support/runs';
import { addAgent, addPerson, makeOrg, type TestOrg } from '../../support/tenants';
import { addUnit } from '../../support/units';

const db = await testDatabase();
let org: TestOrg;

beforeAll(async () => {
  org = await makeOrg(db);
});

const form = (patch: Partial<TeamCreate> = {}): TeamCreate =>
  TeamCreate.parse({ name: 'Delivery', ...patch });

describe('creating a team', () => {
  it('gives no team the address of the page that makes one', async () => {
    expect((await createTeam(org.owner, form({ name: 'New' }))).slug).toBe('new-2');
    const wanted = await refusal(createTeam(org.owner, form({ slug: 'new' })));
    expect(wanted).toMatchObject({ status: 409, reason: 'slug_taken' });
  });

  it('keeps card, hub, author and times, with a slug that is unique among the living (K-48)', async () => {
    const card = { name: 'Команда 🚀', description: 'Ships', icon: '🚀', color: '#00AAff', slug: 'ship-it' };
    const team = await createTeam(org.owner, form(card));
    const { rows } = await db.admin.query('SELECT * FROM team WHERE id = $1', [team.id]);
    expect(rows[0]).toMatchObject({
      ...card,
      color: '#00aaff',
      hub_agent_id: org.agentId,
      created_by: org.owner.userId,
      created_at: expect.any(Date),
      updated_at: expect.any(Date),
    });
    expect(await refusal(createTeam(org.owner, form(card)))).toMatchObject({
      status: 409,
      reason: 'slug_taken',
    });
    await expect(
      db.admin.query(`UPDATE team SET slug = 'ship-it' WHERE id = $1`, [
        (await createTeam(org.owner, form())).id,
      ]),
    ).rejects.toThrow(/team_slug_live/);
  });

  it('takes the default coordinator as hub when none is chosen, and the hub is its first member', async () => {
    const team = await createTeam(org.owner, form());
    expect(team.hub?.id).toBe(org.agentId);
    expect(team.members).toMatchObject([{ id: org.agentId, memberRole: 'hub', name: 'Coordinator' }]);
    const hubAgentId = await addAgent(db, org, 'Lead');
    expect((await createTeam(org.owner, form({ hubAgentId }))).hub?.id).toBe(hubAgentId);
  });

  it('is for admins at its unit; a hub of another organization is not found', async () => {
    const builder = await addPerson(db, org, 'builder');
    expect((await refusal(createTeam(builder, form()))).status).toBe(403);
    const unit = await addUnit(db, org, 'Unit');
    const admin = await addPerson(db, org, 'admin', unit.id);
    expect((await createTeam(admin, form({ unitId: unit.id }))).unit?.name).toBe('Unit');
    expect((await refusal(createTeam(admin, form()))).status).toBe(403);
    const other = await makeOrg(db);
    const foreign = await refusal(createTeam(org.owner, form({ hubAgentId: other.agentId })));
    const unknown = await refusal(createTeam(org.owner, form({ hubAgentId: newId() })));
    expect([foreign.status, foreign.message]).toEqual([404, unknown.message]);
  });
});

describe('a team', () => {
  it('is made, read by id and slug, changed and deleted (T-32)', async () => {
    const made = await createTeam(org.owner, form({ name: 'Whole life' }));
    expect(await getTeam(org.owner, { id: made.id })).toEqual(made);
    expect(await getTeamBySlug(org.owner, { slug: made.slug })).toEqual(made);
    const changed = await updateTeam(org.owner, { id: made.id, description: 'Now with words' });
    expect(changed).toMatchObject({ name: 'Whole life', description: 'Now with words', slug: made.slug });
    await deleteTeam(org.owner, { id: made.id });
    expect((await refusal(getTeam(org.owner, { id: made.id }))).status).toBe(404);
    expect((await refusal(getTeamBySlug(org.owner, { slug: made.slug }))).status).toBe(404);
    expect((await refusal(updateTeam(org.owner, { id: made.id, name: 'x' }))).status).toBe(404);
    expect((await refusal(deleteTeam(org.owner, { id: made.id }))).status).toBe(404);
  });

  it('changes by people who may change it, and its card alone: never the unit (T-26) (service)', async () => {
    const unit = await addUnit(db, org, 'Kept');
    const team = await createTeam(org.owner, form({ unitId: unit.id }));
    const builder = await addPerson(db, org, 'builder', unit.id);
    const operator = await addPerson(db, org, 'operator', unit.id);
    expect((await updateTeam(builder, { id: team.id, name: 'New' })).unit?.id).toBe(unit.id);
    expect((await refusal(updateTeam(operator, { id: team.id, name: 'No' }))).status).toBe(403);
    expect((await refusal(deleteTeam(builder, { id: team.id }))).status).toBe(403);
    const shared = await createTeam(org.owner, form());
    expect((await refusal(updateTeam(builder, { id: shared.id, name: 'No' }))).status).toBe(403);
  });

  it('leaves team.created, team.updated and team.deleted with actor, before and after (T-28, T-33) (service)', async () => {
    const team = await createTeam(org.owner, form({ name: 'Seen' }));
    await updateTeam(org.owner, { id: team.id, name: 'Seen again' });
    await deleteTeam(org.owner, { id: team.id });
    const rows = await auditRows(db, org.orgId, team.id);
    expect(rows.map((row) => [row.action, row.before?.name, row.after?.name])).toEqual([
      ['team.created', undefined, 'Seen'],
      ['team.updated', 'Seen', 'Seen again'],
      ['team.deleted', 'Seen again', undefined],
    ]);
    for (const row of rows)
      expect(row).toMatchObject({
        actor_kind: 'user',
        actor_id: org.owner.userId,
        request_id: org.owner.requestId,
        target_type: 'team',
      });
  });
});

describe('deleting a team', () => {
  it('is refused while one of its runs has not ended', async () => {
    const team = await createTeam(org.owner, form());
    for (const status of ['queued', 'running', 'waiting', 'paused']) {
      const runId = await addRun(db, org, { teamId: team.id, status });
      expect(await refusal(deleteTeam(org.owner, { id: team.id }))).toMatchObject({
        status: 409,
        reason: 'runs_active',
      });
      await db.admin.query(`UPDATE run SET status = 'completed' WHERE id = $1`, [runId]);
    }
    await deleteTeam(org.owner, { id: team.id });
  });

  it("takes members and everybody's drafts, keeps versions and runs, and frees the slug", async () => {
    const builder = await addPerson(db, org, 'builder');
    const team = await createTeam(org.owner, form({ slug: 'reborn' }));
    for (const who of [builder, org.owner])
      await saveDraft(who, { teamId: team.id, baseVersion: null, manifest: {} });
    await db.admin.query(
      `INSERT INTO team_version (org_id, team_id, version, manifest, created_by) VALUES ($1, $2, 1, '{}', $3)`,
      [org.orgId, team.id, builder.userId],
    );
    await addRun(db, org, { teamId: team.id, status: 'failed' });
    await deleteTeam(org.owner, { id: team.id });
    const left = async (table: string) =>
      (await db.admin.query(`SELECT FROM ${table} WHERE team_id = $1`, [team.id])).rowCount;
    expect([await left('team_member'), await left('team_draft')]).toEqual([0, 0]);
    expect([await left('team_version'), await left('run')]).toEqual([1, 1]);
    expect((await createTeam(org.owner, form({ slug: 'reborn' }))).id).not.toBe(team.id);
  });

  it('waits for a start that is being written, and then sees its run', async () => {
    const team = await createTeam(org.owner, form());
    const starting = await db.admin.connect();
    await starting.query('BEGIN');
    await starting.query('SELECT FROM team WHERE id = $1 FOR KEY SHARE', [team.id]);
    const deleting = refusal(deleteTeam(org.owner, { id: team.id }));
    await addRun({ admin: starting }, org, { teamId: team.id, status: 'queued' });
    await starting.query('COMMIT');
    starting.release();
    expect((await deleting).reason).toBe('runs_active');
  });
});

describe('the list of teams', () => {
  it('holds my line of the tree and nothing beside it (T-26, T-31) (service)', async () => {
    const own = await makeOrg(db);
    const top = await addUnit(db, own, 'Top');
    const below = await addUnit(db, own, 'Below', top);
    const beside = await addUnit(db, own, 'Beside');
    const make = (name: string, unitId: string | null) => createTeam(own.owner, form({ name, unitId }));
    const teams = {
      everyone: await make('everyone', null),
      top: await make('top', top.id),
      below: await make('below', below.id),
      beside: await make('beside', beside.id),
    };
    const seen = async (unitId: string) => {
      const viewer = await addPerson(db, own, 'viewer', unitId);
      const list = (await listTeams(viewer, { limit: 50 })).items.map((team) => team.name).sort();
      for (const [name, team] of Object.entries(teams)) {
        const opened = await getTeam(viewer, { id: team.id }).then(
          () => true,
          () => false,
        );
        expect([name, opened]).toEqual([name, list.includes(name)]);
      }
      return list;
    };
    expect(await seen(own.rootUnitId)).toEqual(['below', 'beside', 'everyone', 'top']);
    expect(await seen(top.id)).toEqual(['below', 'everyone', 'top']);
    expect(await seen(below.id)).toEqual(['below', 'everyone', 'top']);
    expect(await seen(beside.id)).toEqual(['beside', 'everyone']);
    const nobody = await addPerson(db, own, null);
    expect((await refusal(listTeams(nobody, { limit: 50 }))).status).toBe(404);
    expect((await refusal(getTeam(nobody, { id: teams.everyone.id }))).status).toBe(404);
  });

  it('shows unit, hub, members, version and the last run that the viewer may see', async () => {
    const own = await makeOrg(db);
    const unit = await addUnit(db, own, 'Unit');
    const viewer = await addPerson(db, own, 'viewer', unit.id);
    const beside = await addUnit(db, own, 'Beside');
    await createTeam(own.owner, form({ name: 'Shown', unitId: unit.id }));
    const [summary] = (await listTeams(viewer, { limit: 50, q: 'SHOW' })).items;
    expect(summary).toMatchObject({
      unit: { id: unit.id, name: 'Unit' },
      hub: { name: 'Coordinator' },
      memberCount: 1,
      currentVersion: null,
      lastRun: null,
    });
    const teamId = summary!.id;
    const visible = await addRun(db, own, { teamId, status: 'failed' });
    const hidden = await addRun(db, own, { teamId, status: 'running', unitId: beside.id });
    const last = async (who: typeof viewer) => (await listTeams(who, { limit: 50 })).items[0]?.lastRun?.id;
    expect(await last(viewer)).toBe(visible);
    expect(await last({ ...own.owner, userId: own.owner.userId! })).toBe(hidden);
    expect((await listTeams(viewer, { limit: 50, q: 'no such' })).items).toEqual([]);
  });

  it('pages by cursor without a gap or a double, newest first', async () => {
    const own = await makeOrg(db);
    for (let n = 0; n < 7; n += 1) await createTeam(own.owner, form({ name: `Team ${n}` }));
    const names: string[] = [];
    let cursor: string | null | undefined;
    do {
      const page = await listTeams(own.owner, { limit: 3, cursor });
      names.push(...page.items.map((team) => team.name));
      cursor = page.nextCursor;
    } while (cursor);
    expect(names).toEqual([6, 5, 4, 3, 2, 1, 0].map((n) => `Team ${n}`));
  });

  it('is read along an index, with the wall on', async () => {
    const plan = await tenantTx({ orgId: org.orgId }, async (tx) => {
      await tx.$executeRaw`SET LOCAL enable_seqscan = off`;
      await tx.$executeRaw`SET LOCAL enable_sort = off`;
      return tx.$queryRaw<{ 'QUERY PLAN': string }[]>`
        EXPLAIN SELECT * FROM team WHERE org_id = ${org.orgId}::uuid AND deleted_at IS NULL AND id < ${newId()}::uuid
        ORDER BY id DESC LIMIT 51`;
    });
    expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Scan Backward using team_pkey/);
  });
});
