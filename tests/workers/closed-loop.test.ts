import { replay } from '@domain/run/apply';
import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { startRun } from '../../server/services/run/start';
import { connect } from '../../server/services/step/connect';
import { pointToModel } from '../faults/support/site';
import { testDatabase } from '../support/database';
import { type Call, fakeOpenAI } from '../support/fake-openai';
import { allowHandoffs, handoffManifest, startHandoff } from '../support/handoffs';
import { factsOf } from '../support/journal';

import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

const GOAL = 'Announce the release.\nAcceptance: names the date; names who is meant; says what is new';
const slots = (agentId: string, reviewerId: string) => [
  { id: 'write', agentId, responsibility: 'Write the text', contract: 'A text in Markdown' },
  { id: 'review', agentId: reviewerId, responsibility: 'Review the text', contract: 'A judgement' },
];
const WAYS = ['write>review', 'review>write'];
const typesAbout = async (runId: string, pattern: RegExp) =>
  (await factsOf(db, runId)).flatMap((fact) => (pattern.test(fact.type) ? [fact.type] : []));
const LOOP = /^(?:handoff\.(?:accepted|completed)|run\.completed)$/;
const REVIEWED = /^(?:plan\.task\.(?:rejected|reopened)|run\.completed)$/;

let org: TestOrg;
let ada: string;
let ben: string;
beforeAll(async () => {
  org = await makeOrg(db);
  ada = await addAgent(db, org, 'Ada');
  ben = await addAgent(db, org, 'Ben');
  await allowHandoffs(db, org);
});

async function startReview(of: TestOrg, agentId: string, reviewerId: string): Promise<string> {
  const [write, review] = slots(agentId, reviewerId);
  const teamId = await makeTeam(db, of, manifestOf('review_gate', [write!, { ...review!, review: true }]));
  const input = { projectId: of.projectId, teamId, goal: GOAL, idempotencyKey: newId() };
  return (await startRun(of.owner, input)).runId;
}

describe('review fails, implementation fixes, review passes, complete', () => {
  it('with the demo model on a review gate (H-89)', async () => {
    const runId = await startReview(org, ada, ben);
    expect(await runDry(testRuntime())).toBe(4);
    expect(await typesAbout(runId, REVIEWED)).toEqual([
      'plan.task.rejected',
      'plan.task.reopened',
      'run.completed',
    ]);
  });

  it('with the demo model on a handoff (H-89) (intent)', async () => {
    const runId = await startHandoff(db, org, handoffManifest(slots(ada, ben), WAYS), GOAL);
    expect(await runDry(testRuntime())).toBe(4);
    expect(await typesAbout(runId, LOOP)).toEqual([
      ...['handoff.accepted', 'handoff.accepted', 'handoff.accepted'],
      ...['handoff.completed', 'run.completed'],
    ]);
    const texts = await db.admin.query(
      `SELECT text FROM artifact WHERE run_id = $1 AND slot_id = 'write' ORDER BY round`,
      [runId],
    );
    expect(texts.rows.map(({ text }) => /says what is new/i.test(withoutGoal(text)))).toEqual([false, true]);
  });

  it('over the wire to a model server, on both, the same each time (H-89) (intent)', async () => {
    const model = await fakeOpenAI({ textChars: 200 });
    const wired = await makeOrg(db);
    await pointToModel(db, wired, model.url);
    const [one, two] = [
      await addAgent(db, wired, 'One', { model: 'fake' }),
      await addAgent(db, wired, 'Two', { model: 'fake' }),
    ];
    await allowHandoffs(db, wired);
    model.script(({ trace, body }: Call) => {
      if (!JSON.stringify(body.response_format ?? '').includes('"intent"')) return undefined;
      const delivery = `${trace.step}, turn ${trace.round}`;
      if (trace.step === 'write')
        return { text: JSON.stringify({ delivery, intent: 'handoff', to: 'review', reason: 'Check it' }) };
      const passes = JSON.stringify(body.messages).includes('write, turn 2');
      const verdict = passes
        ? { intent: 'complete', to: '', reason: 'Passed' }
        : { intent: 'handoff', to: 'write', reason: 'The date is missing' };
      return { text: JSON.stringify({ delivery, ...verdict }) };
    });
    const seen: string[][] = [];
    for (let again = 0; again < 2; again++) {
      const runId = await startHandoff(db, wired, handoffManifest(slots(one, two), WAYS), GOAL);
      await runDry(testRuntime(undefined, { connect }));
      seen.push((await factsOf(db, runId)).map(({ type }) => type));
      expect(await typesAbout(runId, LOOP)).toHaveLength(5);
    }
    expect(seen[0]).toEqual(seen[1]);
    const reviewed = await startReview(wired, one, two);
    await runDry(testRuntime(undefined, { connect }));
    expect(await typesAbout(reviewed, REVIEWED)).toHaveLength(3);
    await model.close();
    expect(model.counts()).toMatchObject({ calls: 12, finished: 12, duplicates: 0 });
  });
});

it('a task is its run: who started it, who acts, rounds, bounces, times and its end are in its journal alone (H-57) (intent)', async () => {
  const runId = await startHandoff(
    db,
    org,
    handoffManifest(slots(ada, ben), WAYS, { maxPingPongPerPair: 1 }),
    GOAL,
  );
  await runDry(testRuntime());
  const state = replay(await factsOf(db, runId));
  expect(state).toMatchObject({
    startedBy: org.owner.userId,
    status: 'pingpong_exceeded',
    reason: 'pingpong',
    handoff: { active: 'write', rounds: 2, bounces: { '["review","write"]': 1 } },
  });
  for (const time of [state.createdAt, state.lastAt, state.endedAt])
    expect(Date.parse(time ?? '')).toBeGreaterThan(0);
  const { rows } = await db.admin.query('SELECT status, started_by, ended_at FROM run WHERE id = $1', [
    runId,
  ]);
  expect(rows[0]).toMatchObject({ status: state.status, started_by: state.startedBy });
  expect(rows[0].ended_at.toISOString()).toBe(state.endedAt);
});

/** What a delivery says beside the goal that it quotes. */
const withoutGoal = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !line.startsWith('>') && !line.startsWith('# '))
    .join('\n');
