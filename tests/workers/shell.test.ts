import { describe, expect, it } from 'vitest';
import { consumeWith, type Handlers } from '../../workers/consume';
import { CANARY_MS, canaryWatch } from '../../workers/liveness';
import { schedule } from '../../workers/schedule';
import { Spare } from '../../workers/spare';
import { plainEnvironment } from '../support/environment';
import { eventually } from '../support/eventually';

plainEnvironment();

describe('a job', () => {
  const taken: unknown[] = [];
  const handlers: Handlers = {
    'step.advance': async (payload) => void taken.push(payload),
    'team.detect': async () => {},
    canary: async () => {
      throw new Error('broken');
    },
  };
  const take = consumeWith(handlers);

  it('is taken to the function of its name, with its payload parsed', async () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const payload = { orgId: id, runId: id, stepId: 'write', epoch: 2 };
    await take({ id: '1', name: 'step.advance', payload });
    expect(taken).toEqual([payload]);
  });

  it.each([
    ['an unknown name', 'constructor', {}],
    ['another payload', 'step.advance', { stepId: 'write' }],
    ['a function that throws', 'canary', { worker: 'w' }],
  ])('with %s ends well', async (_what, name, payload) => {
    await expect(take({ id: '1', name, payload })).resolves.toBeUndefined();
    expect(taken).toHaveLength(1);
  });
});

it('scheduled turns never overlap, go on after a failure, and stop with the one under way', async () => {
  let [atOnce, most, turns] = [0, 0, 0];
  const scheduled = schedule('test', 1, async () => {
    most = Math.max(most, ++atOnce);
    await new Promise((resolve) => setTimeout(resolve, 3));
    atOnce--;
    if (++turns === 2) throw new Error('broken');
  });
  await eventually(() => expect(turns).toBeGreaterThan(4));
  await scheduled.stop();
  const after = turns;
  expect([most, atOnce]).toEqual([1, 0]);
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(turns).toBe(after);
});

describe('the canary', () => {
  function site() {
    const state = { stays: true, away: false, room: true, takenAt: 0, now: 1_000 };
    const watch = canaryWatch({
      worker: 'w',
      queue: {
        ping: async () => {
          if (state.away) throw new Error('away');
        },
        add: async () => {},
        has: async () => state.stays,
      },
      hasRoom: () => state.room,
      lastTakenAt: () => state.takenAt,
      now: () => state.now,
    });
    const look = () => {
      state.now += CANARY_MS;
      return watch();
    };
    return { state, look };
  }

  it('that stays in a queue that answers shows a process with room to be wedged', async () => {
    const { look } = site();
    expect(await look()).toBe(true);
    expect(await look()).toBe(false);
  });

  it('that was taken, by whomever, shows nothing wrong', async () => {
    const { state, look } = site();
    await look();
    state.stays = false;
    expect(await look()).toBe(true);
  });

  it('may stay while the queue is away, while the process is full, and while it takes other jobs', async () => {
    const { state, look } = site();
    await look();
    state.away = true;
    expect(await look()).toBe(true);
    state.away = false;
    expect(await look()).toBe(true);
    state.room = false;
    expect(await look()).toBe(true);
    state.room = true;
    expect(await look()).toBe(true);
    state.takenAt = state.now + 1;
    expect(await look()).toBe(true);
  });
});

it('steps without the queue keep to the room that the process has, and go on until none is left', async () => {
  let [left, atOnce, most] = [9, 0, 0];
  const spare = new Spare(
    async () => {
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setTimeout(resolve, 1));
      atOnce--;
      return left-- > 0 ? 1 : 0;
    },
    () => 3,
  );
  spare.take(100);
  spare.take(100);
  await spare.settled();
  expect(most).toBe(3);
  expect(left).toBeLessThanOrEqual(0);
});
