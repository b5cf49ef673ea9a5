import { describe, expect, it } from 'vitest';
import { deleteAgent } from '../../../server/services/agent/delete';
import { getTeam } from '../../../server/services/team/get';
import { teamMembers } from '../../../server/services/team/members';
import { rollBackVersion } from '../../../server/services/version/roll-back';
import { auditRows } from '../../support/audit-rows';
import { testDatabase } from '../../support/database';
import { pipeline } from '../../support/manifests';
import { refusal } from '../../support/refusal';
import { addAgent, addPerson } from '../../support/tenants';
import { addUnit } from '../../support/units';
import { stage } from './stage';

const db = await testDatabase();
const { org, make, propose, apply, reject } = await stage(db);
const rollBack = (teamId: string, version: number) =>
  rollBackVersion(org.owner, { teamId, version, note: 'Back' });

describe('applying', () => {
  it('makes the agents of fixed slots members, in the same transaction', async () => {
    const teamId = await make();
    const [a, b] = [await addAgent(db, org, 'Maker'), await addAgent(db, org, 'Checker')];
    await propose(teamId, { manifest: pipeline(org.agentId, a, b, a) });
    expect((await teamMembers(org.owner, { id: teamId, limit: 50 })).items).toHaveLength(1);
    await apply(teamId, 1);
    const members = (await teamMembers(org.owner, { id: teamId, limit: 50 })).items;
    expect(members.map((member) => [member.name, member.memberRole])).toEqual([
      ['Coordinator', 'hub'],
      ['Maker', 'member'],
      ['Checker', 'member'],
    ]);
    const row = (await auditRows(db, org.orgId, teamId)).find((one) => one.action === 'team_version.applied');
    expect(row?.after?.membersAdded).toEqual([a, b].sort());
  });

  it('is refused with the slots whose agent was deleted since, and nothing is written', async () => {
    const teamId = await make();
    const gone = await addAgent(db, org, 'Gone');
    await propose(teamId, { manifest: pipeline(await addAgent(db, org, 'Stays'), gone) });
    await deleteAgent(org.owner, { id: gone });
    const refused = await refusal(apply(teamId, 1));
    expect(refused).toMatchObject({ status: 422, reason: 'agent_unavailable' });
    expect(refused.issues.map((issue) => issue.path)).toEqual([['slots', 1, 'binding', 'agentId']]);
    const team = await getTeam(org.owner, { id: teamId });
    expect([team.currentVersion, team.memberCount]).toEqual([null, 1]);
  });
});

describe('applying what its author sees and the admin does not', () => {
  it('is refused: nobody takes in an agent from beside their line', async () => {
    const [here, beside] = [await addUnit(db, org, 'Here'), await addUnit(db, org, 'Beside')];
    const hidden = await addAgent(db, org, 'Hidden');
    await db.admin.query('UPDATE agent SET unit_id = $2 WHERE id = $1', [hidden, beside.id]);
    const teamId = await make({ unitId: here.id });
    await propose(teamId, { manifest: pipeline(hidden) });
    const admin = await addPerson(db, org, 'admin', here.id);
    expect(await refusal(apply(teamId, 1, admin))).toMatchObject({
      status: 422,
      reason: 'agent_unavailable',
    });
    expect((await apply(teamId, 1)).status).toBe('applied');
  });
});

describe('rolling back', () => {
  it('makes a new version equal to the old one and puts it in force', async () => {
    const teamId = await make();
    const first = await propose(teamId);
    await apply(teamId, 1);
    await propose(teamId, { manifest: pipeline(org.agentId, org.agentId) });
    await apply(teamId, 2);
    const back = await rollBack(teamId, 1);
    expect(back).toMatchObject({
      version: 3,
      status: 'applied',
      current: true,
      origin: 'rollback',
      baseVersion: 2,
      provenance: { rollbackOf: 1 },
    });
    expect(back.manifest).toEqual(first.manifest);
    expect((await getTeam(org.owner, { id: teamId })).currentVersion).toBe(3);
    const actions = (await auditRows(db, org.orgId, teamId)).map((row) => row.action);
    expect(actions.slice(-2)).toEqual(['team_version.proposed', 'team_version.applied']);
  });

  it('goes to what was in force once, and not to what is', async () => {
    const teamId = await make();
    await propose(teamId);
    await apply(teamId, 1);
    await propose(teamId);
    expect((await refusal(rollBack(teamId, 1))).reason).toBe('already_current');
    expect((await refusal(rollBack(teamId, 2))).reason).toBe('never_applied');
    expect((await refusal(rollBack(teamId, 9))).status).toBe(404);
    await reject(teamId, 2);
    expect((await refusal(rollBack(teamId, 2))).reason).toBe('never_applied');
  });
});
