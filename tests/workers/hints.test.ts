import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { confirmMemory } from '../../server/services/memory/confirm';
import { listMemories } from '../../server/services/memory/list';
import { proposeMemory } from '../../server/services/memory/propose';
import { supersedeMemory } from '../../server/services/memory/supersede';
import { startRun } from '../../server/services/run/start';
import { type Says, scripted } from '../support/asking';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { addLead, delegating, leadTeam } from '../support/leading';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let agentId: string;
let person: TestOrg['owner'] & { userId: string };
beforeAll(async () => {
  org = await makeOrg(db);
  agentId = await addAgent(db, org, 'Ada');
  person = { ...org.owner, userId: org.owner.userId! };
});

const noting = (content: string, more: object = {}): Says => ({
  tools: [{ name: 'note_for_run', args: { category: 'fact', subject: 'tides', content, ...more } }],
});

async function start(ids: string[], as = org): Promise<string> {
  const slots = ids.map((id) => ({ id, agentId: as === org ? agentId : as.agentId }));
  const teamId = await makeTeam(db, as, manifestOf('pipeline', slots));
  const input = { projectId: as.projectId, teamId, goal: 'Paint a fence', idempotencyKey: newId() };
  return (await startRun(as.owner, input)).runId;
}

const noted = async (runId: string) =>
  (await listMemories(org.owner, { scope: 'run', holderId: runId, limit: 50 })).items;
const issued = async (runId: string): Promise<Record<string, string[]>> =>
  Object.fromEntries(
    (await factsOf(db, runId)).flatMap((fact) =>
      fact.type === 'plan.task.started'
        ? [[`${fact.stepId}/${fact.round}/${fact.attempt}`, fact.hints ?? []]]
        : [],
    ),
  );

describe('what is noted under a run', () => {
  it('is told to its later steps, as what it is: proposed, in a fence, by nobody checked (T-112)', async () => {
    const runId = await start(['find', 'write']);
    const model = scripted({ find: [noting('High water is at noon.')] });
    await runDry(testRuntime(model.port));
    expect(await noted(runId)).toMatchObject([{ state: 'proposed', author: { kind: 'agent', id: agentId } }]);
    expect(model.promptOf('find')).not.toContain('<hint');
    expect(model.promptOf('write')).toMatch(/<hint [^>]*state="proposed"[^>]*>\s*High water is at noon\./);
  });

  it('is told as confirmed once a person has confirmed it, and is told no more once one has withdrawn it (T-112)', async () => {
    const runId = await start(['find', 'write', 'check']);
    const only = async () => (await noted(runId))[0]!;
    const model = scripted({ find: [noting('High water is at noon.')] }, async (step, call) => {
      if (step === 'find' && call === 2) await confirmMemory(person, await only());
      if (step === 'write') await supersedeMemory(person, { id: (await only()).id });
    });
    await runDry(testRuntime(model.port));
    expect(model.promptOf('write')).toMatch(/<hint [^>]*state="confirmed"/);
    expect(model.of('check')).toHaveLength(1);
    expect(model.promptOf('check')).not.toContain('High water');
  });

  it('by a person while it runs is told as confirmed from then on (T-112)', async () => {
    const runId = await start(['find', 'write']);
    const model = scripted({}, async (step) => {
      if (step !== 'find') return;
      await proposeMemory(person, {
        ...{ scope: 'run', holderId: runId, category: 'decision', subject: 'colour', importance: 1 },
        content: 'The fence is to be green.',
      });
    });
    await runDry(testRuntime(model.port));
    expect(model.promptOf('find')).not.toContain('green');
    expect(model.promptOf('write')).toMatch(
      /<hint [^>]*state="confirmed"[^>]*>\s*The fence is to be green\./,
    );
  });

  it('reaches the tasks that a lead gives out, below the same root (T-111)', async () => {
    const lead = await addLead(db, org, 'Lea');
    const teamId = await leadTeam(db, org, lead, [{ id: 'words', agentId }]);
    const input = { projectId: org.projectId, teamId, goal: 'A guide', idempotencyKey: newId() };
    const { runId } = await startRun(org.owner, input);
    const model = scripted({
      lead: [
        noting('The lead has noted this.'),
        { tools: [delegating('words', 'Find the tide')] },
        { tools: [delegating('words', 'Write it down')] },
        { text: 'A guide' },
      ],
      'lead/delegate/01': [noting('The first worker has noted that.')],
    });
    await runDry(testRuntime(model.port));
    expect(model.promptOf('lead/delegate/01')).toContain('The lead has noted this.');
    expect(model.promptOf('lead/delegate/02')).toContain('The lead has noted this.');
    expect(model.promptOf('lead/delegate/02')).toContain('The first worker has noted that.');
    const roots = await db.admin.query('SELECT DISTINCT run_id FROM memory WHERE source_run_id = $1', [
      runId,
    ]);
    expect(roots.rows).toEqual([{ run_id: runId }]);
  });

  it('stays under its root: another run, of the same team or of another organization, is told nothing of it (T-112)', async () => {
    const canary = `CANARY-${newId()}`;
    const other = await makeOrg(db);
    const runs = [
      await start(['find', 'write']),
      await start(['find', 'write']),
      await start(['find', 'write'], other),
    ];
    const model = scripted({ find: [noting(canary)] });
    await runDry(testRuntime(model.port));
    expect(model.of('write')).toHaveLength(3);
    const told = model.of('write').filter(({ messages }) => JSON.stringify(messages).includes(canary));
    expect(told).toHaveLength(1);
    const { rows } = await db.admin.query('SELECT run_id FROM memory WHERE content = $1', [canary]);
    expect(runs).toContain(rows[0].run_id);
  });
});

describe('a hint', () => {
  it('is admitted whatever it is about: no word of it needs to stand in the goal or the task (T-113)', async () => {
    await start(['find', 'write']);
    const model = scripted({ find: [noting('Кошка спит на подоконнике 🐈', { subject: 'ζῷον' })] });
    await runDry(testRuntime(model.port));
    expect(model.promptOf('write')).toContain('Кошка спит на подоконнике 🐈');
  });

  it('is issued once to a round: not to the one that noted it, nor again to its next attempt (T-113)', async () => {
    const runId = await start(['find', 'write']);
    const model = scripted({ find: [noting('High water is at noon.')] }, async (step, call) => {
      if (step === 'write' && call === 1) throw new Error('the line is cut');
    });
    await runDry(testRuntime(model.port));
    await db.admin.query(`UPDATE step SET ready_at = now() WHERE run_id = $1 AND status = 'ready'`, [runId]);
    await runDry(testRuntime(model.port));
    const { id } = (await noted(runId))[0]!;
    expect(await issued(runId)).toEqual({ 'find/1/1': [], 'write/1/1': [id], 'write/1/2': [] });
    // The same prompt all the same: what was issued to the round belongs to it.
    expect(model.of('write').map(({ messages }) => messages[0]?.text.includes('High water'))).toEqual([
      true,
      true,
    ]);
  });

  it('is one of twenty at most: the confirmed first, then the newest (T-113)', async () => {
    const runId = await start(['find', 'write']);
    const tools = Array.from({ length: 25 }, (_, n) => noting(`Note ${n + 1}.`).tools![0]!);
    const script = { find: [0, 8, 16].map((at) => ({ tools: tools.slice(at, at === 16 ? 25 : at + 8) })) };
    const model = scripted(script, async (step, call) => {
      if (step !== 'find' || call !== 4) return;
      await confirmMemory(person, (await noted(runId)).find(({ content }) => content === 'Note 1.')!);
    });
    await runDry(testRuntime(model.port));
    const told = [...model.promptOf('write').matchAll(/Note (\d+)\./g)].map((match) => Number(match[1]));
    expect(told).toEqual([1, ...Array.from({ length: 19 }, (_, n) => 25 - n)]);
  });
});
