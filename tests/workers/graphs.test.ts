import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { startRun } from '../../server/services/run/start';
import { type Says, scripted } from '../support/asking';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';
import { ofType } from '../support/till';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let ada: string;
let bo: string;
beforeAll(async () => {
  org = await makeOrg(db);
  ada = await addAgent(db, org, 'Ada');
  bo = await addAgent(db, org, 'Bo');
});

async function run(protocol: object, slots: object[], script: Record<string, Says[]>) {
  const ids = slots as { id: string }[];
  const manifest = manifestOf(
    'pipeline',
    ids.map(({ id }, at) => ({ id, agentId: at % 2 ? bo : ada })),
  );
  const merged = manifest.slots.map((slot, at) => ({ ...slot, ...slots[at] }));
  const teamId = await makeTeam(db, org, { ...manifest, slots: merged, protocol });
  const input = { projectId: org.projectId, teamId, goal: 'A guide', idempotencyKey: newId() };
  const { runId } = await startRun(org.owner, input);
  const model = scripted(script);
  await runDry(testRuntime(model.port));
  const facts = await factsOf(db, runId);
  const { rows } = await db.admin.query('SELECT id, status FROM step WHERE run_id = $1', [runId]);
  return { facts, ...model, steps: Object.fromEntries(rows.map((row) => [row.id, row.status])) };
}

const verdict = (accept: boolean): Says => ({
  text: JSON.stringify({ accept, issues: accept ? [] : [{ criterion: 'sources', text: 'none named' }] }),
});
const asksForever: Says[] = Array.from({ length: 60 }, () => ({
  tools: [{ name: 'get_team_info', args: {} }],
}));

describe('a run of a drawn graph', () => {
  const steps = [
    { id: 'find', slot: 'a', dependsOn: [], prompt: 'Look in the archive' },
    { id: 'check', slot: 'b', dependsOn: [], reviewOf: 'find' },
    { id: 'write', slot: 'a', dependsOn: ['find'], title: 'Write it up' },
  ];

  it('has a reviewed step done again before what depends on it, with each step’s own prompt (T-41)', async () => {
    const { facts, promptOf, of } = await run({ kind: 'dag', steps }, [{ id: 'a' }, { id: 'b' }], {
      find: [{ text: 'first finding' }, { text: 'second finding' }],
      check: [verdict(false), verdict(true)],
    });
    const done = ofType(facts, 'plan.task.completed').map(({ stepId, round }) => `${stepId} ${round}`);
    expect(done).toEqual(['find 1', 'check 1', 'find 2', 'check 2', 'write 1']);
    expect(promptOf('find')).toContain('Look in the archive');
    expect(of('find')[1]?.messages[0]?.text).toContain('none named');
    expect(promptOf('write')).toContain('second finding');
    expect(promptOf('write')).not.toContain('first finding');
    expect(facts.some(({ type }) => type === 'run.completed')).toBe(true);
  });

  it('goes on without an optional step that fails, and skips what waits for it (T-41)', async () => {
    const drawn = [
      { id: 'extra', slot: 'a', dependsOn: [], optional: true, maxTurns: 1 },
      { id: 'after', slot: 'b', dependsOn: ['extra'], optional: true },
      { id: 'main', slot: 'b', dependsOn: [] },
    ];
    const ended = await run({ kind: 'dag', steps: drawn }, [{ id: 'a' }, { id: 'b' }], {
      extra: asksForever,
    });
    expect(ended.steps).toEqual({ extra: 'failed', after: 'skipped', main: 'completed' });
    expect(ended.facts.some(({ type }) => type === 'run.completed')).toBe(true);
  });
});

describe('a run that fans out', () => {
  it('gives the last slot what all others delivered, in their order (T-42)', async () => {
    const { promptOf, steps } = await run(
      { kind: 'fan_out' },
      [{ id: 'north' }, { id: 'south' }, { id: 'join' }],
      { north: [{ text: 'cold' }], south: [{ text: 'warm' }] },
    );
    expect(steps).toEqual({ north: 'completed', south: 'completed', join: 'completed' });
    const told = promptOf('join');
    expect(told.indexOf('cold')).toBeGreaterThan(0);
    expect(told.indexOf('warm')).toBeGreaterThan(told.indexOf('cold'));
  });

  it('fails with a part that fails: its siblings are stopped and nothing is joined (T-42)', async () => {
    const { steps, facts } = await run(
      { kind: 'fan_out' },
      [{ id: 'north', maxTurns: 1 }, { id: 'south' }, { id: 'join' }],
      { north: asksForever },
    );
    expect(steps).toMatchObject({ north: 'failed', join: 'cancelled' });
    expect(ofType(facts, 'run.failed')).toMatchObject([{ reason: 'max_turns', stepId: 'north' }]);
  });
});
