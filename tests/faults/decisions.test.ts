import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { isTransient } from '../../server/db/transient';
import { answerApproval } from '../../server/services/approval/answer';
import { listApprovals } from '../../server/services/approval/list';
import { resolveApproval } from '../../server/services/approval/resolve';
import type { Ctx } from '../../server/services/context';
import { cancelRun } from '../../server/services/run/cancel';
import { pauseRun } from '../../server/services/run/pause';
import { resumeRun } from '../../server/services/run/resume';
import { startRun } from '../../server/services/run/start';
import { factsOf } from '../support/journal';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, addPerson } from '../support/tenants';
import { ofType } from '../support/till';
import { breaches } from './support/checker';
import { random } from './support/random';
import { openSite } from './support/site';

const site = await openSite();
const SEED = Number(process.env.FAULTS_SEED ?? Date.now() % 1_000_000);
const RUNS = 12;
const PEOPLE = 4;
/** What people may be told who are too late; anything else is a fault. */
const LATE = new Set(['already_decided', 'withdrawn', 'run_ended', 'wrong_decision']);

let people: Ctx[];
let teamId: string;
beforeAll(async () => {
  people = await Promise.all(Array.from({ length: PEOPLE }, () => addPerson(site.db, site.org, 'operator')));
  const agentId = await addAgent(site.db, site.org, 'Cy', { model: 'fake' });
  const slots = [
    { id: 'ask', agentId },
    { id: 'work', agentId, approval: { before: true, after: true, fourEyes: true } },
    { id: 'check', agentId, review: true, approval: { after: true } },
  ];
  teamId = await makeTeam(site.db, site.org, manifestOf('review_gate', slots, { maxRework: 3 }));
  const question = { name: 'ask_user', args: { question: 'Which colour?' } };
  site.model.script(({ trace: { step, ordinal } }) => {
    if (step === 'ask' && ordinal === 1) return { toolCalls: [question] };
    return { text: step === 'check' ? JSON.stringify({ accept: true, issues: [] }) : `by ${step}` };
  });
});

const start = async (): Promise<string> => {
  const input = { projectId: site.org.projectId, teamId, goal: 'Decide', idempotencyKey: newId() };
  return (await startRun(site.org.owner, input)).runId;
};
const open = async (runIds: string[]): Promise<number> =>
  (await site.db.admin.query('SELECT FROM run WHERE id = ANY ($1) AND closed_at IS NULL', [runIds]))
    .rowCount ?? 0;

describe(`people who decide, pause and resume whatever they see, all at once (seed ${SEED})`, () => {
  it('each gate has one decision, each run one end, and nothing of it is lost or done twice', async () => {
    const next = random(SEED);
    const runs = await Promise.all(Array.from({ length: RUNS }, start));
    const told: unknown[] = [];
    const tell = (work: Promise<unknown>) =>
      work.catch((error: { reason?: string }) => {
        // On a busy machine a lock may take too long: nothing was decided, and somebody tries again.
        if (!LATE.has(error.reason ?? '') && !isTransient(error)) told.push(error);
      });
    await Promise.all([site.worker(), site.worker(), site.worker()]);

    const act = async (person: Ctx): Promise<void> => {
      const runId = runs[Math.floor(next() * RUNS)]!;
      const chance = next();
      if (chance < 0.1) await tell(pauseRun(person, { runId }));
      else if (chance < 0.35) await tell(resumeRun(person, { runId }));
      else if (chance < 0.36) await tell(cancelRun(person, { runId, reason: 'enough' }));
      const { items } = await listApprovals(person, { limit: 20 });
      const gate = items[Math.floor(next() * items.length)];
      if (!gate) return;
      const at = { runId: gate.runId, gateId: gate.gateId };
      const denied = next() < 0.12;
      if (gate.kind === 'question') await tell(answerApproval(person, { ...at, text: `${next()}` }));
      else if (denied) await tell(resolveApproval(person, { ...at, decision: 'denied', text: 'Again' }));
      else await tell(resolveApproval(person, { ...at, decision: 'approved', text: '' }));
    };
    const last = Date.now() + 60_000;
    while ((await open(runs)) > 0 && Date.now() < last) await Promise.all(people.map(act));

    expect(told).toEqual([]);
    expect(await open(runs)).toBe(0);
    await site.stopWorkers();
    expect(await breaches(site.db, site.model, runs)).toEqual([]);
    for (const facts of await Promise.all(runs.map((runId) => factsOf(site.db, runId)))) {
      const decided = ofType(facts, 'approval.resolved').map(({ gateId }) => gateId);
      expect(new Set(decided).size).toBe(decided.length);
      expect(ofType(facts, 'approval.resolved').map(({ by }) => by)).not.toContain(site.org.owner.userId);
    }
    const { rows } = await site.db.admin.query(
      `SELECT (SELECT count(*) FROM audit WHERE action LIKE 'approval.%')::int AS audits,
        (SELECT count(*) FROM fact WHERE type = 'approval.resolved')::int AS facts,
        (SELECT count(*) FROM approval WHERE state = 'open')::int AS open`,
    );
    expect(rows[0]).toMatchObject({ audits: rows[0].facts, open: 0 });
  });
});
