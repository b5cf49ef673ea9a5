import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { attachFile } from '../../server/services/file/attach';
import { proposeMemory } from '../../server/services/memory/propose';
import { startRun } from '../../server/services/run/start';
import { type Says, scripted, writing } from '../support/asking';
import { testDatabase } from '../support/database';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let mine: TestOrg;
let theirs: TestOrg;
beforeAll(async () => {
  [mine, theirs] = [await makeOrg(db), await makeOrg(db)];
});

/** A run of these two slots, with a note and a file of a person's: both say whose they are. */
async function start(org: TestOrg, slots: [string, string], canary: string): Promise<string> {
  const described = slots.map((id) => ({ id, agentId: org.agentId }));
  const teamId = await makeTeam(db, org, manifestOf('pipeline', described));
  const input = { projectId: org.projectId, teamId, goal: 'Tell me all', idempotencyKey: newId() };
  const { runId } = await startRun(org.owner, input);
  const person = { ...org.owner, userId: org.owner.userId! };
  await attachFile(person, { runId, name: 'notes.md', bytes: Buffer.from(`${canary} attached`) });
  const statement = {
    category: 'fact' as const,
    subject: '',
    importance: 1,
    content: `${canary} noted by hand`,
  };
  await proposeMemory(person, { scope: 'run', holderId: runId, ...statement });
  return runId;
}

const read = (path?: string): Says => ({ tools: [{ name: 'read_files', args: path ? { path } : {} }] });

it('what one run writes, is given and remembers is in no prompt of another: not of the same organization, not of another, whatever a model asks for (T-106, T-112)', async () => {
  const canaries = { a: `CANARY-${newId()}`, b: `CANARY-${newId()}`, c: `CANARY-${newId()}` };
  const runs = {
    a: await start(mine, ['a1', 'a2'], canaries.a),
    b: await start(mine, ['b1', 'b2'], canaries.b),
    c: await start(theirs, ['c1', 'c2'], canaries.c),
  };
  const script: Record<string, Says[]> = {};
  for (const run of ['a', 'b', 'c'] as const) {
    const note = { category: 'fact', subject: '', content: `${canaries[run]} noted by a slot` };
    script[`${run}1`] = [
      writing(`${run}1/x.md`, `${canaries[run]} written`),
      writing('shared.md', `${canaries[run]} shared`, { ifMatch: 0 }),
      { tools: [{ name: 'note_for_run', args: note }] },
      { text: `${canaries[run]} delivered` },
    ];
    const others = Object.entries(runs).filter(([name]) => name !== run);
    script[`${run}2`] = [
      read(),
      read('shared.md'),
      read('attachments/notes.md'),
      ...others.flatMap(([name, id]) =>
        [
          `team/${id}/shared.md`,
          `../${id}/shared.md`,
          `team/${id}/contracts/${name}1.md`,
          `${name}1/x.md`,
        ].map(read),
      ),
    ];
  }
  const model = scripted(script);
  await runDry(testRuntime(model.port));
  for (const run of ['a', 'b', 'c'] as const) {
    const seen = JSON.stringify([...model.of(`${run}1`), ...model.of(`${run}2`)]);
    for (const [name, canary] of Object.entries(canaries))
      for (const kind of ['attached', 'noted by hand', 'shared', 'noted by a slot', 'delivered'])
        expect([run, name, kind, seen.includes(`${canary} ${kind}`)]).toEqual([
          run,
          name,
          kind,
          name === run,
        ]);
    expect(model.told(`${run}2`).slice(3)).toHaveLength(8);
  }
});
