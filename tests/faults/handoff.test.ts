import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cancelRun } from '../../server/services/run/cancel';
import type { Call, Reply } from '../support/fake-openai';
import { allowHandoffs, handoffManifest, startHandoff } from '../support/handoffs';
import { factsOf } from '../support/journal';
import { addAgent } from '../support/tenants';
import { breaches } from './support/checker';
import { openSite } from './support/site';

const site = await openSite();
const POINT = 'step.after_llm_before_commit';

let ada: string;
beforeAll(async () => {
  ada = await addAgent(site.db, site.org, 'Cy', { model: 'fake' });
  await allowHandoffs(site.db, site.org);
  site.model.script(turn);
});
afterEach(() => site.clear());

/** Round the ring of three twice, then done. */
function turn({ trace }: Call): Reply {
  const next = { make: 'check', check: 'print', print: 'make' }[trace.step] ?? 'make';
  const over = trace.step === 'print' && trace.round === 2;
  const intent = over ? { intent: 'complete', to: '' } : { intent: 'handoff', to: next };
  return { text: JSON.stringify({ delivery: `${trace.step} ${trace.round}`, reason: '', ...intent }) };
}

const start = (): Promise<string> => {
  const slots = ['make', 'check', 'print'].map((id) => ({ id, agentId: ada }));
  const ways = ['make>check', 'check>print', 'print>make'];
  return startHandoff(site.db, site.org, handoffManifest(slots, ways));
};
const turns = async (runId: string): Promise<string[]> =>
  (await factsOf(site.db, runId)).flatMap((fact) => (fact.type === 'handoff.accepted' ? [fact.to] : []));

describe('a handoff run whose workers die with answers in their hands', () => {
  it('gives each turn once, to the slot that was named, and ends', async () => {
    const doomed = [await site.worker(`stop:${POINT}`), await site.worker(`stop:${POINT}`)];
    const runs = await Promise.all(Array.from({ length: 4 }, start));
    await Promise.all(doomed.map((worker) => worker.reached(POINT)));
    await site.stopWorkers();
    await site.worker();
    await site.worker();
    await site.ended(...runs);
    expect(await breaches(site.db, site.model, runs)).toEqual([]);
    for (const runId of runs)
      expect(await turns(runId)).toEqual(['check', 'print', 'make', 'check', 'print']);
  });
});

describe('F-16 a cancel while a handoff is in flight', () => {
  it('ends it in the turn of each actor: the socket closes, no next actor starts', async () => {
    await site.worker();
    for (const [step, round] of [
      ['make', 1],
      ['check', 1],
      ['make', 2],
    ] as const) {
      const barrier = site.model.hold({ step, round });
      const runId = await start();
      await barrier.reached;
      await cancelRun(site.org.owner, { runId, reason: 'Enough' });
      await site.ended(runId);
      barrier.release();
      expect(await breaches(site.db, site.model, [runId])).toEqual([]);
      const facts = await factsOf(site.db, runId);
      const started = facts.flatMap((fact) => (fact.type === 'plan.task.started' ? [fact.stepId] : []));
      expect(started.at(-1)).toBe(step);
      await site.model.when(() =>
        site.model.calls.some(({ trace, outcome }) => trace.run === runId && outcome === 'aborted'),
      );
    }
  });
});
