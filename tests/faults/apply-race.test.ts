import { afterEach, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { env } from '../../server/env';
import { startRun } from '../../server/services/run/start';
import { stage } from '../services/version/stage';
import { testDatabase } from '../support/database';
import { pipeline } from '../support/manifests';
import { closeEngineAfterwards } from '../support/runtime';

const db = await testDatabase();
closeEngineAfterwards();
const { org, make, propose, apply } = await stage(db);
afterEach(() => {
  Object.assign(env(), { TROUPE_FAILPOINTS: '' });
});

const ROUNDS = 15;
const STARTS = 20;
const budgetOf = (version: number): number => version * 1_000_000;
const manifestOf = (version: number) => ({
  ...(pipeline(org.agentId) as object),
  defaults: { budgetMicros: budgetOf(version) },
});

/** Two applies of drafts with one base, and twenty starts, all at once. Answers how the applies ended, and the runs. */
async function race() {
  const teamId = await make();
  await propose(teamId, { manifest: manifestOf(1) });
  await apply(teamId, 1);
  for (const version of [2, 3]) await propose(teamId, { manifest: manifestOf(version), baseVersion: 1 });
  const start = () =>
    startRun(org.owner, { projectId: org.projectId, teamId, goal: 'Race', idempotencyKey: newId() });
  const early = Array.from({ length: STARTS / 2 }, start);
  const applies = [apply(teamId, 2), apply(teamId, 3)];
  const late = Array.from({ length: STARTS / 2 }, start);
  const settled = await Promise.allSettled(applies);
  const started = await Promise.all([...early, ...late]);
  const { rows } = await db.admin.query(
    `SELECT r.team_version AS pinned, (r.manifest->'defaults'->>'budgetMicros')::int AS budget, t.current_version AS current
     FROM run r JOIN team t ON t.id = r.team_id WHERE r.id = ANY ($1)`,
    [started.map(({ runId }) => runId)],
  );
  const applied = await db.admin.query(
    `SELECT count(*)::int AS n FROM team_version WHERE team_id = $1 AND version > 1 AND status = 'applied'`,
    [teamId],
  );
  return {
    outcomes: settled.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.reason)).sort(),
    runs: rows as { pinned: number; budget: number; current: number }[],
    applied: applied.rows[0].n as number,
  };
}

describe('F-22 two versions are applied while runs are started', () => {
  it(`one comes into force and the other is stale; each of ${STARTS} runs is pinned to one version whole, in ${ROUNDS} of ${ROUNDS} rounds`, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { outcomes, runs, applied } = await race();
      expect([outcomes, applied]).toEqual([['done', 'stale_base'], 1]);
      expect(runs).toHaveLength(STARTS);
      for (const { pinned, budget, current } of runs) {
        expect([1, current]).toContain(pinned);
        expect(budget).toBe(budgetOf(pinned));
      }
    }
  }, 120_000);

  it('control: without the team’s lock both are applied', async () => {
    Object.assign(env(), { TROUPE_FAILPOINTS: 'control.team_lock' });
    const most: number[] = [];
    for (let round = 0; round < ROUNDS && !most.includes(2); round += 1) most.push((await race()).applied);
    expect(most).toContain(2);
  }, 120_000);
});
