import { ReviewIssue, Verdict } from '@domain/run/fact';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { demoModel } from '../../server/agents/demo/model';
import type { ModelMessage, ModelRequest } from '../../server/agents/port';
import { assemblePrompt } from '../../server/agents/prompt/assemble';
import { budgetsFor } from '../../server/agents/prompt/budget';
import type { PromptInput, ReviewBrief } from '../../server/agents/prompt/input';
import { readVerdict, VERDICT_SCHEMA } from '../../server/agents/prompt/verdict';
import { offeredTools } from '../../server/agents/tools';

const demo = demoModel({ wordDelayMs: 0 });
const BUDGETS = budgetsFor({ inputs: true, review: true, tools: true });
const CONTRACT =
  'A Markdown note with:\n- a one-paragraph summary\n- three risks with owners\n- how success is measured';
const GOAL = 'Write a launch note for our bicycle rental app.';

type Task = {
  goal?: string;
  contract?: string;
  reviewer?: string | null;
  review?: ReviewBrief | null;
  inputs?: PromptInput['inputs'];
};

const requestOf = (task: Task, patch: Partial<ModelRequest> = {}): ModelRequest => ({
  model: 'demo',
  ...assemblePrompt(
    {
      persona: { name: 'Dana', role: 'Writer', character: '', expertise: '' },
      slot: {
        title: 'Delivery',
        responsibility: 'Deliver the note.',
        contract: task.contract ?? CONTRACT,
        reviewer: task.reviewer ?? null,
        files: null,
      },
      goal: task.goal ?? GOAL,
      inputs: task.inputs ?? [],
      review: task.review ?? null,
    },
    BUDGETS,
  ),
  tools: [],
  maxOutputTokens: 2_048,
  ...patch,
});

const ask = (task: Task, patch: Partial<ModelRequest> = {}) =>
  demo.call(requestOf(task, patch), { signal: AbortSignal.timeout(5_000) });

const judge = async (text: string, round: number, task: Task = {}, earlier: ReviewIssue[] = []) => {
  const work = { title: 'Delivery', contract: task.contract ?? CONTRACT, text };
  const answer = await ask(
    { ...task, review: { kind: 'verdict', round, work, earlier } },
    { schema: VERDICT_SCHEMA },
  );
  const reading = readVerdict(answer.text);
  if (!reading.ok) throw new Error(reading.problem);
  return reading.verdict;
};

describe('the demo model as an executor', () => {
  it('says that it is the demo model, names the goal, and covers every point of the contract', async () => {
    const { text, finish } = await ask({});
    expect(text).toContain('Demo model');
    expect(text).toContain('bicycle rental app');
    for (const point of ['A one-paragraph summary', 'Three risks with owners', 'How success is measured']) {
      expect(text).toContain(`## ${point}`);
    }
    expect(finish).toBe('stop');
  });

  it('says the same to the same prompt', async () => {
    expect(await ask({})).toEqual(await ask({}));
  });

  it('shows what it builds on', async () => {
    const { text } = await ask({
      inputs: [{ slotId: 'r', title: 'Research', text: '# R\n\nRiders want flat prices.' }],
    });
    expect(text).toContain('**Research**: Riders want flat prices.');
  });

  it('writes in the language of the goal', async () => {
    const { text } = await ask({
      goal: 'Напиши план переезда офиса',
      contract: 'План. Указан бюджет переезда.',
    });
    expect(text).toContain('## Следующий шаг');
    expect(text).toContain('Demo model');
  });

  it('ends at its output limit and says so', async () => {
    const { text, finish } = await ask({}, { maxOutputTokens: 40 });
    expect(finish).toBe('length');
    expect(text.length).toBeLessThan(200);
  });
});

describe.each<[string, Task]>([
  ['a list in the contract', {}],
  [
    'sentences in the contract',
    { contract: 'The note names a price. It has a picture of the bicycle. It thanks early riders.' },
  ],
  [
    'an acceptance line in the goal',
    { goal: `${GOAL}\nAcceptance: mentions the price; has a call to action`, contract: 'A note.' },
  ],
  ['one point alone', { contract: 'Lists three risks with owners.' }],
  [
    'points that share words',
    { contract: '- a summary of the risks\n- the risks in a table\n- a table of owners' },
  ],
  [
    'a Russian contract',
    { goal: 'Напиши план переезда', contract: 'План по шагам. Указан бюджет переезда.' },
  ],
])('a team of demo models with %s', (_case, task) => {
  it('works, rejects once with issues that name the point, reworks and accepts', async () => {
    const first = await ask({ ...task, reviewer: 'Reviewer' });
    const rejected = await judge(first.text, 1, task);
    expect(rejected.accept).toBe(false);
    expect(rejected.issues.length).toBeGreaterThan(0);
    expect(rejected.issues[0]?.text).toContain('Demo model');
    const review = { kind: 'rework' as const, round: 2, previous: first.text, issues: rejected.issues };
    const second = await ask({ ...task, reviewer: 'Reviewer', review });
    for (const issue of rejected.issues) expect(second.text).toContain(issue.criterion);
    expect(await judge(second.text, 2, task, rejected.issues)).toEqual({ accept: true, issues: [] });
  });
});

it('the demo reviewer accepts a first delivery that misses nothing', async () => {
  const whole = await ask({});
  expect(await judge(whole.text, 1)).toEqual({ accept: true, issues: [] });
});

it('the demo reviewer is not fooled by the goal quoted in the work', async () => {
  const goal = `${GOAL}\n- three risks with owners`;
  const verdict = await judge(`# Note\n\n> ${goal.replaceAll('\n', '\n> ')}\n\nNothing else.`, 1, {
    goal,
    contract: 'x',
  });
  expect(verdict.issues.map((issue) => issue.criterion)).toContain('three risks with owners');
});

describe('the demo model with tools', () => {
  const tools = offeredTools({ team: true, config: {} });

  it.each(['Who is on the team? Write it down.', 'Call list_team_members.', 'Кто в команде?'])(
    'uses one once when it is asked: %s',
    async (goal) => {
      const first = await ask({ goal }, { tools });
      expect(first.finish).toBe('tool_calls');
      expect(first.toolCalls.map(({ name, args }) => [name, args])).toEqual([['list_team_members', {}]]);
      const request = requestOf({ goal });
      const said: ModelMessage[] = [
        { role: 'assistant', text: '', toolCalls: first.toolCalls },
        {
          role: 'tool',
          callId: first.toolCalls[0]!.id,
          name: 'list_team_members',
          text: '{"members":[{"name":"Ada","role":"Engineer"}]}',
        },
      ];
      const second = await ask({ goal }, { tools, messages: [...request.messages, ...said] });
      expect(second.finish).toBe('stop');
      expect(second.text).toContain('- Ada · Engineer');
    },
  );

  it('leaves them alone when nobody asked', async () => {
    expect((await ask({}, { tools })).toolCalls).toEqual([]);
  });
});

it('the demo model answers any schema with a value that it accepts', async () => {
  const Shape = z.object({
    kind: z.enum(['handoff', 'complete']),
    target: z.string().min(3).max(20),
    score: z.number().min(2).max(5),
    count: z.int().positive(),
    list: z.array(z.object({ on: z.boolean(), id: z.uuid() })).min(2),
    either: z.union([z.string(), z.number()]),
    fixed: z.literal('yes'),
    maybe: z.string().optional(),
    at: z.iso.datetime(),
  });
  const schema = { name: 'any', jsonSchema: z.toJSONSchema(Shape) as Record<string, unknown> };
  const { text } = await ask({}, { schema });
  expect(() => Shape.parse(JSON.parse(text))).not.toThrow();
});

it('the demo model answers a prompt that is not ours', async () => {
  const { text } = await demo.call(
    {
      model: 'demo',
      system: '',
      messages: [{ role: 'user', text: 'Say ok' }],
      tools: [],
      maxOutputTokens: 500,
    },
    { signal: AbortSignal.timeout(1_000) },
  );
  expect(text).toContain('Say ok');
});

describe('the demo model while it streams', () => {
  it('goes word by word, and the words are the answer', async () => {
    const heard: string[] = [];
    const slow = demoModel({ wordDelayMs: 1 });
    const answer = await slow.call(requestOf({}), {
      signal: AbortSignal.timeout(10_000),
      onText: (delta) => heard.push(delta),
    });
    expect(heard.length).toBeGreaterThan(50);
    expect(heard.join('')).toBe(answer.text);
    expect(answer.usage?.inputTokens).toBeGreaterThan(100);
    expect(answer.usage?.outputTokens).toBeGreaterThan(100);
  });

  it('stops at once when it is aborted', async () => {
    const stop = new AbortController();
    const call = demoModel({ wordDelayMs: 10_000 }).call(requestOf({}), { signal: stop.signal });
    stop.abort();
    await expect(call).rejects.toMatchObject({ reason: 'aborted', retryable: false });
  });
});

it('a verdict of the demo model has the shape of the domain', async () => {
  const verdict = await judge('nothing', 1);
  expect(Verdict.parse(verdict)).toEqual(verdict);
  expect(ReviewIssue.parse(verdict.issues[0])).toEqual(verdict.issues[0]);
});
