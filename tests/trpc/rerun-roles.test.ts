import { describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { openRoles } from '../support/roles';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';

const db = await testDatabase();
closeEngineAfterwards();

type Started = { runId: string; status: string; replayed: boolean };

describe('a re-run of slots by role', () => {
  it('goes to the same agents as before, unless they fit no longer or another is chosen', async () => {
    const roles = await openRoles(db);
    const team = await roles.roleTeam({ skills: ['law'] });
    const { data } = await roles.start(team, { bindings: { do: roles.bo } });
    await runDry(testRuntime());
    const again = async (more: object = {}) => {
      const answer = await roles.operator.mutate<Started>('run.rerun', {
        ...{ runId: data.runId, idempotencyKey: newId() },
        ...more,
      });
      if (answer.status !== 200) return [answer.status, answer.error?.reason];
      const facts = await factsOf(db, answer.data.runId);
      return facts.flatMap((fact) => (fact.type === 'slot.bound' ? [fact.agentId] : []));
    };
    expect(await again()).toEqual([roles.bo]);
    expect(await again({ bindings: { do: roles.ada } })).toEqual([roles.ada]);
    await db.admin.query('UPDATE agent SET skills = $2 WHERE id = $1', [roles.bo, []]);
    expect(await again()).toEqual([roles.ada]);
  });
});
