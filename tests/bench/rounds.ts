import type { Arena } from './arena';
import { type Contestant, runHeat } from './contestants';
import type { Heat, HeatResult } from './heat';
import { type Case, COMMITS } from './workloads';

export type Sample = { case: string; round: number; contestant: string; result: HeatResult };
export type Failure = { case: string; round: number; contestant: string; reason: string };
export type Outcome = { samples: Sample[]; failures: Failure[] };

/** Case id of the heats that count commits. */
export const COMMITS_ID = 'commits';

type Plan = { rounds: number; cases: Case[]; commits: boolean; contestants: readonly Contestant[] };

/**
 * Every contestant runs every case in every round, the order turned by one each time: what changes on the machine
 * while it runs falls on all alike. A heat that gives no result is reported, not repeated.
 */
export async function runRounds(arena: Arena, plan: Plan, say: (line: string) => void): Promise<Outcome> {
  const outcome: Outcome = { samples: [], failures: [] };
  const one = async (id: string, round: number, contestant: Contestant, heat: Heat) => {
    try {
      const result = await runOnFreshDatabase(arena, contestant, heat);
      outcome.samples.push({ case: id, round, contestant: contestant.id, result });
      say(`${id} · round ${round} · ${contestant.id} · ${(result.wallMs / 1_000).toFixed(1)} s`);
    } catch (error) {
      const reason = (error as Error).message;
      outcome.failures.push({ case: id, round, contestant: contestant.id, reason });
      say(`${id} · round ${round} · ${contestant.id} · FAILED\n${reason}`);
    }
  };
  for (let round = 1; round <= plan.rounds; round += 1) {
    for (const [at, { id, heat, model }] of plan.cases.entries()) {
      for (const contestant of turned(plan.contestants, round + at)) {
        const url = model === 'http' ? arena.modelServer.url : 'inprocess';
        await one(id, round, contestant, { ...heat, model: url });
      }
    }
  }
  if (plan.commits) {
    for (const contestant of plan.contestants) {
      await one(COMMITS_ID, 1, contestant, { ...COMMITS, model: 'inprocess' });
    }
  }
  return outcome;
}

const turned = <T>(list: readonly T[], by: number): T[] =>
  list.map((_, i) => list[(i + by) % list.length] as T);

async function runOnFreshDatabase(arena: Arena, contestant: Contestant, heat: Heat): Promise<HeatResult> {
  const name = 'bench_heat';
  await arena.dropDatabase(name);
  const url = await arena.createDatabase(name, contestant.ours);
  try {
    await arena.settle();
    return await runHeat(contestant, heat, {
      BENCH_DATABASE_URL: url,
      BENCH_ROLE_PASSWORD: arena.rolePassword,
      REDIS_URL: contestant.redis ? arena.redisUrl : '',
    });
  } finally {
    await arena.dropDatabase(name);
  }
}
