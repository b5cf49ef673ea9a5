import { afterEach, describe, expect, it } from 'vitest';
import { modelPort } from '../../server/agents/model-port';
import { traceHeaders } from '../../server/agents/port';
import { plainEnvironment } from '../support/environment';
import { fakeOpenAI, fakeOpenAIChild } from '../support/fake-openai';

plainEnvironment();

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const server of open.splice(0)) await server.close();
});

const ask = (url: string, text: string, ordinal = 1, signal = AbortSignal.timeout(10_000)) =>
  modelPort({ kind: 'openai_compatible', baseUrl: url }).call(
    {
      model: 'fake',
      system: '',
      messages: [{ role: 'user', text }],
      tools: [{ name: 'look_up', description: '', inputSchema: { type: 'object', properties: {} } }],
      maxOutputTokens: 1_000,
      headers: traceHeaders({ runId: 'r', stepId: 's', round: 1, epoch: 1, ordinal }),
    },
    { signal },
  );

describe('the model server of the tests', () => {
  it('counts what it finished, what was aborted, tokens and duplicates', async () => {
    const fake = await fakeOpenAI();
    open.push(fake);
    const one = await ask(fake.url, 'hello');
    await ask(fake.url, 'hello');
    const held = fake.hold({ n: 3 });
    const stop = new AbortController();
    const third = ask(fake.url, 'hello', 2, stop.signal).catch(() => 'aborted');
    await held.reached;
    stop.abort();
    expect(await third).toBe('aborted');
    await fake.when(() => fake.counts().aborted === 1);
    expect(fake.counts()).toEqual({
      calls: 3,
      finished: 2,
      aborted: 1,
      open: 0,
      inputTokens: (one.usage?.inputTokens ?? 0) * 2,
      outputTokens: (one.usage?.outputTokens ?? 0) * 2,
      duplicates: 1,
    });
    held.release();
  });

  it('makes the tool calls that a prompt asks for, one after another', async () => {
    const fake = await fakeOpenAI();
    open.push(fake);
    const answer = await ask(fake.url, 'Do it [[call:look_up {"q":"x"}]] now');
    expect(answer.toolCalls).toMatchObject([{ name: 'look_up', args: { q: 'x' } }]);
  });

  it('uses up a scripted rule and goes on with the team’s behaviour', async () => {
    const fake = await fakeOpenAI({ script: [{ match: { step: 's' }, times: 1, reply: { status: 500 } }] });
    open.push(fake);
    await expect(ask(fake.url, 'hello')).rejects.toMatchObject({ reason: 'server_error' });
    expect((await ask(fake.url, 'hello')).text).toContain('# Delivery');
  });

  it('does the same in a process of its own', async () => {
    const child = await fakeOpenAIChild({ script: [{ match: { n: 2 }, reply: { text: 'second' } }] });
    open.push(child);
    const held = await child.hold({ n: 2 });
    expect((await ask(child.url, 'hello')).text).toContain('# Delivery');
    const second = ask(child.url, 'hello', 2);
    expect((await held.reached).trace.ordinal).toBe(2);
    await held.release();
    expect((await second).text).toBe('second');
    await child.script([{ reply: { text: 'third' } }]);
    expect((await ask(child.url, 'hello', 3)).text).toBe('third');
    expect((await child.calls()).map((call) => call.outcome)).toEqual(['finished', 'finished', 'finished']);
    expect((await child.counts()).finished).toBe(3);
  });
});
