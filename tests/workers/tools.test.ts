import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { ModelPort, ModelRequest } from '../../server/agents/port';
import { registerTool } from '../../server/agents/tools';
import { newId } from '../../server/db/ids';
import { startRun } from '../../server/services/run/start';
import { testDatabase } from '../support/database';
import { factsOf } from '../support/journal';
import { closeEngineAfterwards, runDry, testRuntime } from '../support/runtime';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent, makeOrg, type TestOrg } from '../support/tenants';

const db = await testDatabase();
closeEngineAfterwards();

let org: TestOrg;
let teamId: string;
beforeAll(async () => {
  org = await makeOrg(db);
  const agentId = await addAgent(db, org, 'Ada');
  teamId = await makeTeam(
    db,
    org,
    manifestOf('pipeline', [{ id: 'only', agentId }], { maxTurns: 4 }),
    'Tide team',
  );
});

type Asked = { name: string; args: unknown };

/** Asks for these tools one call after the other, then delivers; keeps every request. */
function asking(tools: Asked[]): { port: ModelPort; requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  const port: ModelPort = {
    call: async (request) => {
      const tool = tools[requests.length];
      requests.push(structuredClone({ ...request, headers: undefined }));
      const toolCalls = tool ? [{ id: `call-${requests.length}`, ...tool }] : [];
      return {
        text: tool ? '' : 'done',
        toolCalls,
        finish: tool ? 'tool_calls' : 'stop',
        usage: { inputTokens: 5, outputTokens: 5 },
      };
    },
  };
  return { port, requests };
}

async function run(tools: Asked[]) {
  const input = { projectId: org.projectId, teamId, goal: 'Use your tools', idempotencyKey: newId() };
  const { runId } = await startRun(org.owner, input);
  const { port, requests } = asking(tools);
  await runDry(testRuntime(port));
  const facts = await factsOf(db, runId);
  const told =
    requests.at(-1)?.messages.flatMap((message) => (message.role === 'tool' ? [message.text] : [])) ?? [];
  return { facts, told, requests, end: facts.at(-2) };
}

describe('the tool loop', () => {
  it('offers a team’s tools and gives their answers back to the model', async () => {
    const { told, requests, end } = await run([
      { name: 'list_team_members', args: {} },
      { name: 'get_team_info', args: {} },
    ]);
    expect(requests[0]?.tools.map((tool) => tool.name)).toEqual([
      'ask_user',
      'get_team_info',
      'list_team_members',
      'modify_files',
      'note_for_run',
      'read_files',
    ]);
    expect(told[0]).toContain('Coordinator');
    expect(told[1]).toContain('Tide team');
    expect(end?.type).toBe('run.completed');
  });

  it('runs a tool that was registered, with arguments that fit its schema', async () => {
    const seen: unknown[] = [];
    const unregister = registerTool({
      name: 'tide_table',
      kind: 'pure',
      scope: 'agent',
      description: 'Tides of a harbour',
      input: z.strictObject({ harbour: z.string() }),
      run: async (_, args) => {
        seen.push(args);
        return { high: '04:12' };
      },
    });
    const { told, facts } = await run([
      { name: 'tide_table', args: { harbour: 'Emden' } },
      { name: 'tide_table', args: { harbour: 7 } },
    ]);
    unregister();
    expect(seen).toEqual([{ harbour: 'Emden' }]);
    expect(told[0]).toContain('04:12');
    expect(told[1]).toContain('not valid');
    const settled = facts.filter((fact) => fact.type === 'tool.settled');
    expect(settled).toMatchObject([{ outcome: 'ok' }, { outcome: 'refused', detail: 'invalid_args' }]);
  });

  it.each([
    ['20,000 levels', JSON.parse(`${'['.repeat(20_000)}${']'.repeat(20_000)}`), 'levels'],
    ['a name with a NUL', { 'a\0b': 1 }, 'characters'],
    ['a name with half a character', { '\ud800': 1 }, 'characters'],
  ])('tells the model that arguments cannot be kept, and goes on: %s', async (_what, args, why) => {
    const { told, facts, end } = await run([{ name: 'list_team_members', args }]);
    expect(told[0]).toContain(why);
    expect(facts.filter((fact) => fact.type === 'tool.settled')).toMatchObject([{ detail: 'invalid_args' }]);
    expect(end?.type).toBe('run.completed');
  });

  it('refuses unknown tools, oversized arguments and effects, tells the model and counts them', async () => {
    const unregister = registerTool({
      name: 'send_post',
      kind: 'effect',
      scope: 'agent',
      description: 'Sends a letter',
      input: z.strictObject({}),
      run: async () => {
        throw new Error('this must never run');
      },
    });
    const { facts, told } = await run([
      { name: 'launch', args: {} },
      { name: 'send_post', args: {} },
      { name: 'list_team_members', args: { padding: 'x'.repeat(1_000_000) } },
    ]);
    unregister();
    expect(told).toHaveLength(3);
    expect(facts.flatMap((fact) => (fact.type === 'tool.settled' ? [fact.detail] : []))).toEqual([
      'unknown_tool',
      'effect_not_available',
      'args_too_large',
    ]);
    const { rows } = await db.admin.query(`SELECT max(length(args::text))::int AS longest FROM tool_call`);
    expect(rows[0].longest).toBeLessThan(5_000);
  });

  it('ends a step that never stops asking at its limit of calls', async () => {
    const { facts, requests } = await run(
      Array.from({ length: 9 }, () => ({ name: 'get_team_info', args: {} })),
    );
    expect(requests).toHaveLength(4);
    expect(facts.filter((fact) => fact.type === 'plan.task.failed')).toMatchObject([{ reason: 'max_turns' }]);
  });
});
