import { TeamCreate } from '@domain/team/team-form';
import { describe, expect, it } from 'vitest';
import { newId } from '../../../server/db/ids';
import { deleteAgent } from '../../../server/services/agent/delete';
import { createTeam } from '../../../server/services/team/create';
import { getTeam } from '../../../server/services/team/get';
import { getVersion } from '../../../server/services/version/get';
import { auditRows } from '../../support/audit-rows';
import { testDatabase } from '../../support/database';
import { pipeline } from '../../support/manifests';
import { refusal } from '../../support/refusal';
import { addAgent, addPerson, makeOrg } from '../../support/tenants';
import { addUnit } from '../../support/units';
import { stage } from './stage';

const db = await testDatabase();
const { org, make, propose, apply } = await stage(db);

describe('a team with its first manifest', () => {
  const count = async (table: string) =>
    Number(
      (await db.admin.query(`SELECT count(*) FROM ${table} WHERE org_id = $1`, [org.orgId])).rows[0].count,
    );

  it('is made with version 1 in force, or left as a draft', async () => {
    const agentId = await addAgent(db, org, 'First');
    const form = TeamCreate.parse({
      name: 'At once',
      manifest: pipeline(agentId),
      origin: 'template',
      apply: true,
    });
    const team = await createTeam(org.owner, form);
    expect(team).toMatchObject({
      currentVersion: 1,
      memberCount: 2,
      current: { origin: 'template', current: true },
    });
    expect((await auditRows(db, org.orgId, team.id)).map((row) => row.action)).toEqual([
      'team.created',
      'team_version.proposed',
      'team_version.applied',
    ]);
    const later = await createTeam(org.owner, { ...form, apply: false });
    expect(later).toMatchObject({ currentVersion: null, current: null });
    expect((await getVersion(org.owner, { teamId: later.id, version: 1 })).status).toBe('draft');
  });

  it('is not made at all when the manifest is not valid or names an agent that is not there', async () => {
    const before = [await count('team'), await count('team_version'), await count('audit')];
    const tryWith = (manifest: unknown) =>
      refusal(createTeam(org.owner, TeamCreate.parse({ name: 'Never', manifest, apply: true })));
    const invalid = await tryWith({ ...pipeline(org.agentId), slots: [] });
    expect(invalid).toMatchObject({ status: 422, reason: 'invalid_manifest' });
    expect(invalid.issues[0]).toMatchObject({ path: ['slots'], code: 'no_slots' });
    expect((await tryWith(pipeline(newId()))).status).toBe(404);
    expect([await count('team'), await count('team_version'), await count('audit')]).toEqual(before);
  });
});

describe('agents inside a manifest', () => {
  it('of another organization, beside the line of the author, deleted or unknown are all not found (T-29.7)', async () => {
    const teamId = await make();
    const other = await makeOrg(db);
    const beside = await addUnit(db, org, 'Aside');
    const here = await addUnit(db, org, 'Here');
    const hidden = await addAgent(db, org, 'Hidden');
    await db.admin.query('UPDATE agent SET unit_id = $2 WHERE id = $1', [hidden, beside.id]);
    const deleted = await addAgent(db, org, 'Deleted');
    await deleteAgent(org.owner, { id: deleted });
    const author = await addPerson(db, org, 'builder', here.id);
    const hereTeam = await make({ unitId: here.id });
    const refused = await Promise.all(
      [other.agentId, hidden, deleted, newId()].map((id) =>
        refusal(propose(hereTeam, { manifest: pipeline(org.agentId, id) }, author)),
      ),
    );
    for (const one of refused) {
      expect([one.status, one.reason, one.message, one.issues, one.details]).toEqual([
        404,
        'not_found',
        'Not found',
        [],
        {},
      ]);
    }
    const preferred = { ...pipeline(org.agentId) } as { slots: unknown };
    preferred.slots = [{ id: 's1', title: 's1', binding: { mode: 'role', preferredAgentId: other.agentId } }];
    expect((await refusal(propose(teamId, { manifest: preferred }))).status).toBe(404);
  });

  it('may be left open: a slot bound by role becomes a version, and nobody a member', async () => {
    const teamId = await make();
    const manifest = pipeline(org.agentId) as { slots: unknown };
    manifest.slots = [
      {
        id: 's1',
        title: 's1',
        binding: { mode: 'role' },
        requirements: { capabilities: ['write_files'], skills: [] },
      },
    ];
    const version = await propose(teamId, { manifest });
    expect(version.manifest).toMatchObject({
      slots: [{ binding: { mode: 'role' }, requirements: { capabilities: ['modify_files'] } }],
    });
    await apply(teamId, 1);
    expect((await getTeam(org.owner, { id: teamId })).memberCount).toBe(1);
  });

  it('need a model that their provider still offers', async () => {
    const teamId = await make();
    const old = await addAgent(db, org, 'Old', { model: 'withdrawn' });
    const refused = await refusal(propose(teamId, { manifest: pipeline(org.agentId, old) }));
    expect(refused).toMatchObject({ status: 422, reason: 'unknown_model' });
    expect(refused.issues).toMatchObject([
      { path: ['slots', 1, 'binding', 'agentId'], code: 'unknown_model' },
    ]);
  });
});
