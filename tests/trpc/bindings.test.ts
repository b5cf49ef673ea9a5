import { describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { openRoles } from '../support/roles';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';

const db = await testDatabase();
closeEngineAfterwards();
const { org, able, teamOf, roleTeam, start, refused, resolve, ada, bo, hidden } = await openRoles(db);

const bound = async (runId: string) =>
  (await factsOf(db, runId)).flatMap((fact) =>
    fact.type === 'slot.bound' ? [[fact.slotId, fact.agentId, fact.mode]] : [],
  );

describe('a start with a slot by role', () => {
  it('finds the only agent that fits, does the work with it, and says how it came to it (T-128, T-63)', async () => {
    const { data } = await start(await roleTeam({ skills: ['sums'] }));
    expect(await bound(data.runId)).toEqual([['do', ada, 'matched']]);
    await runDry(testRuntime());
    const { rows } = await db.admin.query('SELECT agent_id, status FROM step WHERE run_id = $1', [
      data.runId,
    ]);
    expect(rows).toEqual([{ agent_id: ada, status: 'completed' }]);
  });

  it('is 409 with the candidates when several fit and none is preferred, and nothing is written (T-64, T-128)', async () => {
    const answer = await refused(await roleTeam({ skills: ['law'] }));
    expect(answer).toMatchObject({ status: 409, reason: 'ambiguous_binding' });
    expect(answer.details).toEqual({
      slots: [
        {
          slotId: 'do',
          candidates: [
            { agentId: ada, name: 'Ada' },
            { agentId: bo, name: 'Bo' },
          ],
          candidateCount: 2,
        },
      ],
    });
  });

  it('is 422 with the requirements when nobody fits, and with what each lacks, and nothing is written (T-65, T-73, T-128)', async () => {
    const answer = await refused(await roleTeam({ skills: ['law', 'sums'], capabilities: ['delegation'] }));
    expect(answer).toMatchObject({ status: 422, reason: 'no_candidate' });
    expect(answer.details).toMatchObject({
      slots: [
        {
          requirements: { capabilities: ['delegation'], skills: ['law', 'sums'] },
          nearest: [
            { agentId: ada, lacks: [{ kind: 'capability', name: 'delegation' }] },
            { agentId: bo, lacks: [{ name: 'delegation' }, { name: 'sums' }] },
            { name: 'Coordinator', lacks: [{ kind: 'settings' }] },
          ],
        },
      ],
    });
  });

  it('takes the preferred one of several (T-74)', async () => {
    const { data } = await start(await roleTeam({ skills: ['law'], preferred: bo }));
    expect(await bound(data.runId)).toEqual([['do', bo, 'preferred']]);
  });

  it('takes whom the starter chose, also on a repeated start and with another choice (T-66, T-79)', async () => {
    const teamId = await roleTeam({ skills: ['law'] });
    for (const agentId of [bo, bo, ada]) {
      const { data } = await start(teamId, { bindings: { do: agentId } });
      expect(await bound(data.runId)).toEqual([['do', agentId, 'override']]);
    }
    expect(await refused(teamId)).toMatchObject({ status: 409 });
  });

  it.each([
    ['an agent that the starter does not see', () => ({ do: hidden }), 'override_unavailable'],
    ['an agent that does not exist', () => ({ do: newId() }), 'override_unavailable'],
    ['an agent that does not fit', () => ({ do: org.agentId }), 'override_unfit'],
    ['a slot that does not exist', () => ({ other: ada }), 'unknown_slot'],
  ])('is 422 before it begins for a choice of %s (T-67, T-79)', async (_what, bindings, code) => {
    const answer = await refused(await roleTeam({ skills: ['law'], preferred: ada }), {
      bindings: bindings(),
    });
    expect(answer).toMatchObject({ status: 422, reason: 'bad_binding', issues: [{ code }] });
  });

  it('is 422 for a choice where the version names the agent, and for ids that are none 400 (T-67)', async () => {
    const teamId = await teamOf([{ id: 'do', agentId: ada }]);
    expect(await refused(teamId, { bindings: { do: bo } })).toMatchObject({
      issues: [{ code: 'override_of_fixed' }],
    });
    expect(await refused(teamId, { bindings: { do: '1 OR 1=1' } })).toMatchObject({ status: 400 });
    expect(await refused(teamId, { bindings: [ada] })).toMatchObject({ status: 400 });
    const proto = JSON.parse(`{"__proto__":"${ada}"}`) as object;
    expect(await refused(teamId, { bindings: proto })).toMatchObject({ status: 400 });
  });

  it('looks at agents that the starter sees and that work in the project, alone (T-59)', async () => {
    // Only the hidden one plays chess.
    expect(await refused(await roleTeam({ skills: ['chess'] }))).toMatchObject({ status: 422 });
    const elsewhere = newId();
    await able('Di', { skills: ['songs'], projectIds: [elsewhere] });
    expect(await refused(await roleTeam({ skills: ['songs'] }))).toMatchObject({ status: 422 });
    const here = await able('Ed', { skills: ['songs'], projectIds: [elsewhere, org.projectId] });
    const { data } = await start(await roleTeam({ skills: ['songs'] }));
    expect(await bound(data.runId)).toEqual([['do', here, 'matched']]);
  });

  it('keeps to the team’s people where the version says so (T-59, T-72)', async () => {
    const teamId = await roleTeam({ skills: ['law'] }, 'members');
    expect(await refused(teamId)).toMatchObject({ status: 422, reason: 'no_candidate' });
    await db.admin.query('INSERT INTO team_member (org_id, team_id, agent_id) VALUES ($1, $2, $3)', [
      org.orgId,
      teamId,
      bo,
    ]);
    const { data } = await start(teamId);
    expect(await bound(data.runId)).toEqual([['do', bo, 'matched']]);
    const fixed = await teamOf([{ id: 'do', agentId: ada }], 'members');
    expect(await refused(fixed)).toMatchObject({ status: 422, reason: 'agent_unavailable' });
  });

  it('is 422 for a fixed agent outside the roster: not seen, gone, or of other projects (T-72)', async () => {
    const gone = await able('Flo', {});
    await db.admin.query('UPDATE agent SET deleted_at = now() WHERE id = $1', [gone]);
    for (const agentId of [hidden, gone, await able('Gus', { projectIds: [newId()] })])
      expect(await refused(await teamOf([{ id: 'do', agentId }]))).toMatchObject({
        ...{ status: 422, reason: 'agent_unavailable' },
        issues: [{ path: ['slots', 0, 'binding'] }],
      });
  });

  it('decides anew when the agents have changed since the last start (T-63)', async () => {
    const teamId = await roleTeam({ skills: ['knots'] });
    const first = await able('Hal', { skills: ['knots'] });
    expect(await bound((await start(teamId)).data.runId)).toEqual([['do', first, 'matched']]);
    const second = await able('Ida', { skills: ['knots'] });
    expect(await refused(teamId)).toMatchObject({ status: 409 });
    await db.admin.query('UPDATE agent SET skills = $2 WHERE id = $1', [first, []]);
    expect(await bound((await start(teamId)).data.runId)).toEqual([['do', second, 'matched']]);
  });

  it('gives nobody more than its own: each slot’s agent keeps its capabilities and its unit (T-131)', async () => {
    const teamId = await teamOf([
      { id: 'one', role: { skills: ['sums'] } },
      { id: 'two', agentId: bo },
    ]);
    const { slots } = await resolve(teamId);
    expect(slots[0]?.capabilities).toContain('web_access');
    expect(slots[0]?.capabilities).not.toContain('delegation');
    expect(slots[1]?.capabilities).not.toContain('web_access');
  });
});
