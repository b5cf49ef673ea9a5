import { describe, expect, it } from 'vitest';
import { getTeam } from '../../../server/services/team/get';
import { getVersion } from '../../../server/services/version/get';
import { listVersions } from '../../../server/services/version/list';
import { auditRows } from '../../support/audit-rows';
import { testDatabase } from '../../support/database';
import { reviewGate } from '../../support/manifests';
import { refusal } from '../../support/refusal';
import { addAgent, addPerson } from '../../support/tenants';
import { addUnit } from '../../support/units';
import { stage } from './stage';

const db = await testDatabase();
const { org, builder, make, propose, apply, reject } = await stage(db);

describe('a version', () => {
  it('is a row of team and number that nobody can change or delete (T-13, T-14)', async () => {
    const teamId = await make({ description: 'Ships' });
    await propose(teamId, { note: 'First' });
    const { rows } = await db.admin.query(
      `SELECT t.id, t.name, t.description, t.unit_id, v.version, v.manifest
       FROM team t JOIN team_version v ON v.team_id = t.id WHERE t.id = $1`,
      [teamId],
    );
    expect(rows).toMatchObject([
      { id: teamId, name: 'Versioned', description: 'Ships', unit_id: null, version: 1 },
    ]);
    expect(rows[0].manifest).toMatchObject({
      protocol: { kind: 'pipeline' },
      slots: [{ id: 's1', binding: { mode: 'fixed', agentId: org.agentId } }],
      defaults: { maxRework: 2, maxTurns: 40, budgetMicros: 5_000_000, parallelLimit: 4 },
    });
    const change = (sql: string) => db.admin.query(sql, [teamId]);
    await expect(change(`UPDATE team_version SET note = 'x' WHERE team_id = $1`)).rejects.toThrow(
      /immutable/,
    );
    await expect(change(`UPDATE team_version SET manifest = '{}' WHERE team_id = $1`)).rejects.toThrow(
      /immutable/,
    );
    await expect(change('DELETE FROM team_version WHERE team_id = $1')).rejects.toThrow(/immutable/);
    await expect(
      db.admin.query(
        `INSERT INTO team_version (org_id, team_id, version, manifest, created_by) VALUES ($1, $2, 1, '{}', $3)`,
        [org.orgId, teamId, builder.userId],
      ),
    ).rejects.toThrow(/team_version_pkey/);
  });

  it('is proposed, listed, read, applied and rejected (T-15, T-125)', async () => {
    const teamId = await make();
    const first = await propose(teamId, { note: 'First' });
    expect(first).toMatchObject({
      version: 1,
      status: 'draft',
      baseVersion: null,
      origin: 'human',
      note: 'First',
      author: { id: builder.userId, name: 'Test' },
      decidedBy: null,
    });
    expect((await getTeam(org.owner, { id: teamId })).current).toBeNull();
    const applied = await apply(teamId, 1);
    expect(applied).toMatchObject({ status: 'applied', current: true, decidedBy: { id: org.owner.userId } });
    expect(applied.manifest).toEqual(first.manifest);
    const second = await propose(teamId, {
      manifest: reviewGate(org.agentId, await addAgent(db, org, 'QA')),
    });
    expect(second).toMatchObject({ version: 2, baseVersion: 1 });
    expect(await reject(teamId, 2)).toMatchObject({ status: 'rejected', decisionNote: 'Too short' });
    const team = await getTeam(org.owner, { id: teamId });
    expect([team.currentVersion, team.current?.version]).toEqual([1, 1]);
    const history = await listVersions(org.owner, { teamId, limit: 50 });
    expect(history.items.map((one) => [one.version, one.status, one.current])).toEqual([
      [2, 'rejected', false],
      [1, 'applied', true],
    ]);
    expect(await getVersion(builder, { teamId, version: 2 })).toMatchObject({ manifest: second.manifest });
  });

  it('that was applied cannot be applied or rejected again; the pointer stays (T-30)', async () => {
    const teamId = await make();
    await propose(teamId);
    await apply(teamId, 1);
    await propose(teamId);
    await reject(teamId, 2);
    expect(await refusal(apply(teamId, 1))).toMatchObject({ status: 409, reason: 'already_applied' });
    expect(await refusal(reject(teamId, 1))).toMatchObject({ status: 409, reason: 'already_applied' });
    expect(await refusal(apply(teamId, 2))).toMatchObject({ status: 409, reason: 'already_rejected' });
    expect(await refusal(reject(teamId, 2))).toMatchObject({ status: 409, reason: 'already_rejected' });
    expect((await refusal(apply(teamId, 3))).status).toBe(404);
    expect((await getTeam(org.owner, { id: teamId })).currentVersion).toBe(1);
  });

  it('made from one that is no longer in force is stale and changes nothing', async () => {
    const teamId = await make();
    await propose(teamId);
    await propose(teamId);
    await apply(teamId, 1);
    const refused = await refusal(apply(teamId, 2));
    expect(refused).toMatchObject({ status: 409, reason: 'stale_base' });
    expect(refused.details).toEqual({ baseVersion: null, currentVersion: 1 });
    expect((await getVersion(org.owner, { teamId, version: 2 })).status).toBe('draft');
    await propose(teamId, { baseVersion: 1 });
    expect((await apply(teamId, 3)).current).toBe(true);
    expect(await refusal(propose(teamId, { baseVersion: 99 }))).toMatchObject({
      status: 422,
      reason: 'unknown_base',
    });
  });

  it('is proposed by builders and decided by admins at the unit of the team', async () => {
    const unit = await addUnit(db, org, 'Unit');
    const teamId = await make({ unitId: unit.id });
    const operator = await addPerson(db, org, 'operator', unit.id);
    const unitBuilder = await addPerson(db, org, 'builder', unit.id);
    const unitAdmin = await addPerson(db, org, 'admin', unit.id);
    expect((await refusal(propose(teamId, {}, operator))).status).toBe(403);
    await propose(teamId, {}, unitBuilder);
    expect((await refusal(apply(teamId, 1, unitBuilder))).status).toBe(403);
    expect((await refusal(reject(teamId, 1, unitBuilder))).status).toBe(403);
    expect((await apply(teamId, 1, unitAdmin)).status).toBe('applied');
    expect((await listVersions(operator, { teamId, limit: 50 })).items).toHaveLength(1);
    const shared = await make();
    expect((await refusal(propose(shared, {}, unitBuilder))).status).toBe(403);
    const beside = await addPerson(db, org, 'admin', (await addUnit(db, org, 'Beside')).id);
    expect((await refusal(getVersion(beside, { teamId, version: 1 }))).status).toBe(404);
    expect((await refusal(apply(teamId, 1, beside))).status).toBe(404);
  });

  it('leaves proposed, applied and rejected in the audit with actor, before and after (T-28, T-33) (service)', async () => {
    const teamId = await make();
    await propose(teamId, { note: 'A' });
    await apply(teamId, 1);
    await propose(teamId);
    await reject(teamId, 2);
    const rows = (await auditRows(db, org.orgId, teamId)).filter((row) => row.target_type === 'team_version');
    expect(rows.map((row) => [row.action, row.actor_id, row.before, row.after])).toEqual([
      [
        'team_version.proposed',
        builder.userId,
        null,
        { version: 1, baseVersion: null, origin: 'human', note: 'A' },
      ],
      [
        'team_version.applied',
        org.owner.userId,
        { version: 1, status: 'draft', currentVersion: null },
        { version: 1, status: 'applied', currentVersion: 1, note: '', membersAdded: [] },
      ],
      [
        'team_version.proposed',
        builder.userId,
        null,
        { version: 2, baseVersion: 1, origin: 'human', note: '' },
      ],
      [
        'team_version.rejected',
        org.owner.userId,
        { version: 2, status: 'draft' },
        { version: 2, status: 'rejected', decisionNote: 'Too short' },
      ],
    ]);
  });
});
