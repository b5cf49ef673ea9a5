import { TeamCreate } from '@domain/team/team-form';
import { VersionPropose } from '@domain/team/version-form';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTeam } from '../../../server/services/team/create';
import { deleteTeam } from '../../../server/services/team/delete';
import { getTeam } from '../../../server/services/team/get';
import { applyVersion } from '../../../server/services/version/apply';
import { getVersion } from '../../../server/services/version/get';
import { proposeVersion } from '../../../server/services/version/propose';
import { rejectVersion } from '../../../server/services/version/reject';
import { saveDraft } from '../../../server/services/version/save-draft';
import { auditRows } from '../../support/audit-rows';
import { testDatabase } from '../../support/database';
import { pipeline } from '../../support/manifests';
import { makeOrg, type TestOrg } from '../../support/tenants';

const db = await testDatabase();
let org: TestOrg;

beforeAll(async () => {
  org = await makeOrg(db);
});

const make = async () => (await createTeam(org.owner, TeamCreate.parse({ name: 'Raced' }))).id;
const propose = (teamId: string) =>
  proposeVersion(org.owner, VersionPropose.parse({ teamId, manifest: pipeline(org.agentId) }));
const apply = (teamId: string, version: number) => applyVersion(org.owner, { teamId, version, note: '' });
const reasons = (settled: PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.reason)).sort();

describe('at the same time', () => {
  it('one version is applied once: the other caller is told so (T-30)', async () => {
    for (let round = 0; round < 5; round += 1) {
      const teamId = await make();
      await propose(teamId);
      const settled = await Promise.allSettled([apply(teamId, 1), apply(teamId, 1)]);
      expect(reasons(settled)).toEqual(['already_applied', 'done']);
      const applied = (await auditRows(db, org.orgId, teamId)).filter(
        (row) => row.action === 'team_version.applied',
      );
      expect(applied).toHaveLength(1);
    }
  });

  it('two versions of one base are applied: one comes into force, the other is stale', async () => {
    for (let round = 0; round < 5; round += 1) {
      const teamId = await make();
      await propose(teamId);
      await propose(teamId);
      const settled = await Promise.allSettled([apply(teamId, 1), apply(teamId, 2)]);
      expect(reasons(settled)).toEqual(['done', 'stale_base']);
      const winner = settled.findIndex((one) => one.status === 'fulfilled') + 1;
      expect((await getTeam(org.owner, { id: teamId })).currentVersion).toBe(winner);
    }
  });

  it('a version is applied and rejected: one decision stands', async () => {
    for (let round = 0; round < 5; round += 1) {
      const teamId = await make();
      await propose(teamId);
      const settled = await Promise.allSettled([
        apply(teamId, 1),
        rejectVersion(org.owner, { teamId, version: 1, reason: 'No' }),
      ]);
      const applied = settled[0].status === 'fulfilled';
      expect(reasons(settled)).toEqual([applied ? 'already_applied' : 'already_rejected', 'done']);
      const { status } = await getVersion(org.owner, { teamId, version: 1 });
      expect(status).toBe(applied ? 'applied' : 'rejected');
      expect((await getTeam(org.owner, { id: teamId })).currentVersion).toBe(applied ? 1 : null);
    }
  });

  it('ten proposals get ten numbers without a gap', async () => {
    const teamId = await make();
    const made = await Promise.all(Array.from({ length: 10 }, () => propose(teamId)));
    expect(made.map((one) => one.version).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('a draft is saved and its team deleted: no draft outlives the team', async () => {
    for (let round = 0; round < 5; round += 1) {
      const teamId = await make();
      await Promise.allSettled([
        saveDraft(org.owner, { teamId, baseVersion: null, manifest: { round } }),
        deleteTeam(org.owner, { id: teamId }),
      ]);
      const left = await db.admin.query('SELECT FROM team_draft WHERE team_id = $1', [teamId]);
      expect(left.rowCount).toBe(0);
    }
  });

  it('a start that holds the team does not wait for a change of it, nor the change for the start', async () => {
    const teamId = await make();
    await propose(teamId);
    const starting = await db.admin.connect();
    await starting.query('BEGIN');
    await starting.query('SELECT current_version FROM team WHERE id = $1 FOR KEY SHARE', [teamId]);
    expect((await apply(teamId, 1)).current).toBe(true);
    const pinned = await starting.query('SELECT status FROM team_version WHERE team_id = $1', [teamId]);
    expect(pinned.rows).toEqual([{ status: 'applied' }]);
    await starting.query('COMMIT');
    starting.release();
  });
});
