import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { budgetsFor } from '../../server/agents/prompt/budget';
import { estimateTokens } from '../../server/agents/tokens';
import {
  offeredTools,
  registerTool,
  runTool,
  type ToolContext,
  type ToolScope,
} from '../../server/agents/tools';

const TEAM: ToolScope = { team: true, config: {} };
const ctx: ToolContext = {
  roster: async () => [
    { name: 'Ada', place: 'hub', role: 'Lead', expertise: 'Planning' },
    { name: 'Ben', place: 'member', role: 'Writer', expertise: 'Docs' },
  ],
  team: async () => ({
    name: 'Docs',
    description: 'Writes',
    hub: 'Ada',
    members: 2,
    version: 3,
    protocol: 'review_gate',
  }),
  files: {
    root: 'team/r1/',
    list: async () => ({ files: [], more: 0 }),
    read: () => Promise.reject(new Error('no file')),
    write: () => Promise.reject(new Error('no file')),
  },
  remember: async () => {},
  delegate: () => {},
  signal: new AbortController().signal,
};
const call = (name: string, args: unknown, invalid?: string) => ({ id: 'c1', name, args, invalid });

const registered: (() => void)[] = [];
const register = (...args: Parameters<typeof registerTool>) => registered.push(registerTool(...args));
afterEach(() => {
  for (const remove of registered.splice(0)) remove();
});

const echo = (kind: 'pure' | 'effect', ran: unknown[] = []) =>
  register({
    name: 'echo',
    kind,
    scope: 'agent',
    description: 'Says it again',
    input: z.strictObject({ text: z.string().max(100_000) }),
    run: async (_ctx, args) => {
      ran.push(args);
      return args;
    },
  });

describe('the tools of a team', () => {
  it('list_team_members shows the members of the run’s team', async () => {
    const { outcome, text } = await runTool(ctx, call('list_team_members', {}), TEAM);
    expect(outcome).toBe('ok');
    expect(JSON.parse(text).members.map((m: { name: string }) => m.name)).toEqual(['Ada', 'Ben']);
  });

  it('get_team_info tells about the team', async () => {
    const { text } = await runTool(ctx, call('get_team_info', {}), TEAM);
    expect(JSON.parse(text)).toMatchObject({ name: 'Docs', hub: 'Ada', version: 3 });
  });

  it('say so where there is no team', async () => {
    const alone: ToolContext = { ...ctx, roster: async () => null, team: async () => null };
    expect((await runTool(alone, call('list_team_members', {}), TEAM)).text).toContain(
      'do not work for a team',
    );
    expect((await runTool(alone, call('get_team_info', {}), TEAM)).text).toContain('do not work for a team');
  });
});

describe('what is offered', () => {
  it('are the tools of the scope, minus what is denied, with a JSON schema each', () => {
    const names = (scope: ToolScope) => offeredTools(scope).map((tool) => tool.name);
    const everyone = ['modify_files', 'note_for_run', 'read_files'];
    expect(names(TEAM)).toEqual(['ask_user', 'get_team_info', 'list_team_members', ...everyone]);
    expect(names({ team: false, config: {} })).toEqual(everyone);
    expect(names({ team: true, config: { deny: ['get_team_info'] } })).toEqual([
      'ask_user',
      'list_team_members',
      ...everyone,
    ]);
    expect(names({ team: true, config: { allow: ['get_team_info'] } })).toEqual(['get_team_info']);
    expect(offeredTools(TEAM)[1]?.inputSchema).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
  });

  it('by which work is given away are of those who may delegate and have somebody to delegate to (TX-14)', () => {
    const delegating = (roster: boolean, capabilities: ToolScope['capabilities']) =>
      offeredTools({ team: true, roster, config: {}, capabilities })
        .map(({ name }) => name)
        .filter((name) => name === 'delegate' || name === 'plan');
    expect(delegating(true, { delegation: true })).toEqual(['delegate', 'plan']);
    expect(delegating(false, { delegation: true })).toEqual([]);
    const silent: ToolScope['capabilities'][] = [undefined, null, {}, { delegation: false }];
    for (const settings of silent) expect(delegating(true, settings)).toEqual([]);
  });

  it.each<[string, ToolScope['capabilities'], string[]]>([
    ['unset', {}, ['modify_files', 'read_files']],
    ['true', { read_files: true, modify_files: true }, ['modify_files', 'read_files']],
    ['false', { read_files: false, modify_files: false }, []],
    ['false by its old name', { write_files: false }, ['read_files']],
    ['an agent from before capabilities', null, ['modify_files', 'read_files']],
  ])('goes by the agent’s capabilities: %s', (_case, capabilities, files) => {
    const offered = offeredTools({ team: false, config: { deny: ['note_for_run'] }, capabilities });
    expect(offered.map((tool) => tool.name)).toEqual(files);
  });

  it('knows the old name of a tool, in a call and in a list', async () => {
    const scope: ToolScope = { team: false, config: { allow: ['write_files'] } };
    expect(offeredTools(scope).map((tool) => tool.name)).toEqual(['modify_files']);
    const called = await runTool(ctx, call('write_files', { path: 'a', text: 'b' }), scope);
    expect(called).toMatchObject({ outcome: 'failed', kind: 'idempotent' });
  });

  it('costs no more than the prompt reserves for tools', () => {
    const tokens = estimateTokens(JSON.stringify(offeredTools(TEAM)));
    expect(tokens).toBeLessThanOrEqual(budgetsFor({ inputs: false, review: false, tools: true }).tools);
  });

  it('never is an effect', () => {
    echo('effect');
    expect(offeredTools(TEAM).map((tool) => tool.name)).not.toContain('echo');
  });
});

describe('a call that is refused is told to the model and not carried out', () => {
  it.each<[string, ReturnType<typeof call>, ToolScope, string]>([
    ['an unknown tool', call('rm_rf', {}), TEAM, 'unknown_tool'],
    ['a name like a property of objects', call('__proto__', {}), TEAM, 'unknown_tool'],
    [
      'a denied tool',
      call('echo', { text: 'x' }),
      { team: true, config: { deny: ['echo'] } },
      'tool_not_allowed',
    ],
    [
      'a tool of teams outside one',
      call('get_team_info', {}),
      { team: false, config: {} },
      'tool_not_allowed',
    ],
    ['missing arguments', call('echo', {}), TEAM, 'invalid_args'],
    ['an extra argument', call('echo', { text: 'x', orgId: 'other' }), TEAM, 'invalid_args'],
    [
      'arguments that are no JSON',
      call('echo', '{"text": ', 'The arguments are not valid JSON'),
      TEAM,
      'invalid_args',
    ],
    ['1 MB of arguments', call('echo', { text: 'x'.repeat(1_000_000) }), TEAM, 'args_too_large'],
    ['64 KB and a byte', call('echo', { text: 'x'.repeat(64 * 1024 - 10) }), TEAM, 'args_too_large'],
    ['no arguments at all', call('echo', undefined), TEAM, 'invalid_args'],
  ])('row 96: %s', async (_case, wrong, scope, reason) => {
    const ran: unknown[] = [];
    echo('pure', ran);
    const outcome = await runTool(ctx, wrong, scope);
    expect(outcome).toMatchObject({ outcome: 'refused', reason });
    expect(outcome.text.length).toBeGreaterThan(10);
    expect(outcome.text.length).toBeLessThan(1_200);
    expect(ran).toEqual([]);
  });

  it('an effect, until there is somebody to answer for it', async () => {
    const ran: unknown[] = [];
    echo('effect', ran);
    expect(await runTool(ctx, call('echo', { text: 'x' }), TEAM)).toMatchObject({
      outcome: 'refused',
      kind: 'effect',
      reason: 'effect_not_available',
    });
    expect(ran).toEqual([]);
  });
});

describe('a tool', () => {
  it('gets arguments as its schema parses them, and its answer is cut to what a model reads', async () => {
    echo('pure');
    expect((await runTool(ctx, call('echo', { text: 'hi' }), TEAM)).text).toBe('{"text":"hi"}');
    const long = await runTool(ctx, call('echo', { text: 'word '.repeat(12_000) }), TEAM);
    expect(long.text.length).toBeLessThan(17_000);
    expect(long.text).toContain('shortened');
  });

  it('that throws is a failure told to the model, not an error of the run', async () => {
    register({
      name: 'broken',
      kind: 'pure',
      scope: 'agent',
      description: 'Fails',
      input: z.strictObject({}),
      run: () => Promise.reject(new Error('disk on fire')),
    });
    expect(await runTool(ctx, call('broken', {}), TEAM)).toMatchObject({
      outcome: 'failed',
      reason: 'tool_failed',
      text: 'The tool failed: disk on fire',
    });
  });

  it('cannot take a name that is taken or that no provider would accept', () => {
    expect(() => echo('pure') && echo('pure')).toThrow('registered already');
    expect(() =>
      register({
        name: 'Bad Name',
        kind: 'pure',
        scope: 'agent',
        description: '',
        input: z.strictObject({}),
        run: async () => 1,
      }),
    ).toThrow();
  });
});
