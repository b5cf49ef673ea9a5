import { initialState } from '@domain/run/state';
import { expect, it } from 'vitest';
import { type Journal, storedJournal } from '../../server/live/journal';
import { OUTBOUND_MAX_MS, StreamEnded } from '../../server/live/outbound';
import { openPostgresBus } from '../../server/live/postgres-bus';
import { systemClock, Tails } from '../../server/live/tails';
import { testDatabase } from '../support/database';
import { eventually } from '../support/eventually';
import { appendFacts, contiguous, newRun } from './rows';
import { handClock, quietBus, tailsOn, watch } from './support';

const db = await testDatabase();

/** The real journal, with its reads counted. */
function counted() {
  let reads = 0;
  const journal: Journal = {
    ...storedJournal,
    read: (...args) => {
      reads++;
      return storedJournal.read(...args);
    },
  };
  return { journal, reads: () => reads, reset: () => (reads = 0) };
}

it('fifty streams of one run cost one read of the journal for each nudge', async () => {
  const ref = await newRun(db);
  await appendFacts(db, ref, 10);
  const { journal, reads, reset } = counted();
  const bus = openPostgresBus(db.urls.queue);
  const tails = tailsOn(journal, bus, systemClock);
  const clients = Array.from({ length: 50 }, () => watch(tails, journal, ref));
  await eventually(() => expect(clients.every((client) => client.facts().length === 10)).toBe(true), 5_000);
  expect(tails.size).toBe(1);
  reset();
  for (let n = 0; n < 10; n++) {
    const seq = await appendFacts(db, ref, 3);
    bus.nudge({ ...ref, seq });
  }
  await eventually(() => expect(clients.every((client) => client.facts().length === 40)).toBe(true), 5_000);
  expect(reads()).toBeLessThanOrEqual(20);
  bus.nudge({ ...ref, seq: await appendFacts(db, ref, 1, { closing: true }) });
  await Promise.all(clients.map((client) => client.done));
  for (const client of clients) {
    expect(contiguous(client.facts())).toBe(true);
    expect(client.facts()).toHaveLength(41);
  }
  expect(tails.size).toBe(0);
  await bus.close();
});

it('without a word from the bus the poll brings what is new', async () => {
  const ref = await newRun(db);
  const { clock, pass, timers } = handClock();
  const { bus, listeners } = quietBus();
  const tails = new Tails(storedJournal, () => bus, clock);
  const client = watch(tails, storedJournal, ref);
  await eventually(() => expect(listeners()).toBe(1));
  await appendFacts(db, ref, 5);
  await eventually(() => {
    pass(2_000);
    expect(client.facts()).toHaveLength(5);
  });
  client.leave();
  await client.done;
  expect({ followed: tails.size, listeners: listeners(), timers: timers() }).toEqual({
    followed: 0,
    listeners: 0,
    timers: 0,
  });
});

it('a client resumes behind the last event that it has', async () => {
  const ref = await newRun(db);
  await appendFacts(db, ref, 1_200, { closing: true });
  const tails = tailsOn(storedJournal, quietBus().bus, handClock().clock);
  const client = watch(tails, storedJournal, ref, { after: 700 });
  await client.done;
  expect(client.facts()).toHaveLength(500);
  expect(contiguous(client.facts(), 701)).toBe(true);
  const nothing = watch(tails, storedJournal, ref, { after: 1_200 });
  await nothing.done;
  expect(nothing.events).toEqual([]);
});

it('a client that knows more than this process has read yet simply goes on', async () => {
  const ref = await newRun(db);
  await appendFacts(db, ref, 2);
  const { bus } = quietBus();
  const tails = tailsOn(storedJournal, bus, handClock().clock);
  const early = watch(tails, storedJournal, ref);
  await eventually(() => expect(early.facts()).toHaveLength(2));
  await appendFacts(db, ref, 2);
  const moved = watch(tails, storedJournal, ref, { after: 3 });
  await eventually(() => expect(moved.facts().map((fact) => fact.seq)).toEqual([4]));
  expect(moved.events.every((event) => event.kind === 'fact')).toBe(true);
  for (const client of [early, moved]) client.leave();
  await Promise.all([early.done, moved.done]);
});

it('a client that claims to be ahead of the journal is told to start anew, and gets all of it', async () => {
  const ref = await newRun(db);
  await appendFacts(db, ref, 3, { closing: true });
  const tails = tailsOn(storedJournal, quietBus().bus, handClock().clock);
  const client = watch(tails, storedJournal, ref, { after: 4_000_000_000 });
  await client.done;
  expect(
    client.events.map((event) => (event.kind === 'text' ? 'text' : `${event.kind} ${event.seq}`)),
  ).toEqual(['resync 0', 'fact 1', 'fact 2', 'fact 3']);
});

it('a client far behind starts from the snapshot', async () => {
  const ref = await newRun(db);
  await appendFacts(db, ref, 1_500, { closing: true });
  await db.admin.query(
    'INSERT INTO run_snapshot (org_id, run_id, seq, rules_version, state) VALUES ($1, $2, $3, $4, $5)',
    [
      ref.orgId,
      ref.runId,
      1_400,
      initialState().rulesVersion,
      JSON.stringify({ ...initialState(), seq: 1_400 }),
    ],
  );
  const tails = tailsOn(storedJournal, quietBus().bus, handClock().clock);
  const client = watch(tails, storedJournal, ref);
  await client.done;
  expect(client.events[0]).toMatchObject({ kind: 'snapshot', seq: 1_400, state: { seq: 1_400 } });
  expect(contiguous(client.facts(), 1_401)).toBe(true);
  expect(client.facts()).toHaveLength(100);
});

it('facts that are gone from the journal are an explicit resync, never a silent hole', async () => {
  const ref = await newRun(db);
  await appendFacts(db, ref, 10, { closing: true });
  await db.admin.query('ALTER TABLE fact DISABLE TRIGGER fact_immutable');
  await db.admin.query('DELETE FROM fact WHERE run_id = $1 AND seq BETWEEN 4 AND 6', [ref.runId]);
  await db.admin.query('ALTER TABLE fact ENABLE TRIGGER fact_immutable');
  const tails = tailsOn(storedJournal, quietBus().bus, handClock().clock);
  const client = watch(tails, storedJournal, ref);
  await client.done;
  const shown = client.events.map((event) => (event.kind === 'fact' ? event.seq : event.kind));
  expect(shown).toEqual([1, 2, 3, 'resync', 7, 8, 9, 10]);
});

it('an unknown run is not found, and nothing is left open for it', async () => {
  const ref = await newRun(db);
  const { bus, listeners } = quietBus();
  const tails = tailsOn(storedJournal, bus, handClock().clock);
  const client = watch(tails, storedJournal, { ...ref, orgId: (await newRun(db)).orgId });
  await client.done;
  expect(client.error()).toMatchObject({ code: 'not_found' });
  expect([tails.size, listeners()]).toEqual([0, 0]);
});

/** A client that has caught up and then does not read. */
async function lazy() {
  const ref = await newRun(db);
  await appendFacts(db, ref, 1);
  const { clock, pass } = handClock();
  const { bus, say } = quietBus();
  const tails = tailsOn(storedJournal, bus, clock);
  const reader = watch(tails, storedJournal, ref, { clock });
  await eventually(() => expect(reader.facts()).toHaveLength(1));
  const held = await tails.hold(ref);
  const { Outbound } = await import('../../server/live/outbound');
  const out = new Outbound(clock.now);
  held!.tail.join(out);
  const append = async (count: number, text: string) => {
    const seq = await appendFacts(db, ref, count, { text });
    say((handlers) => handlers.nudge(seq));
    await eventually(() => expect(reader.facts().at(-1)?.seq).toBe(seq), 5_000);
  };
  const finish = async () => {
    held!.release();
    reader.leave();
    await reader.done;
  };
  return { reader, out, append, pass, finish };
}

it('a client that never reads is dropped above 1 MB, and holds nothing from then on', async () => {
  const { out, append, finish } = await lazy();
  await append(9, 'x'.repeat(100_000));
  expect(out.ended).toBeUndefined();
  await append(3, 'x'.repeat(100_000));
  expect(out.ended).toBeInstanceOf(StreamEnded);
  expect(out.bytes).toBe(0);
  await finish();
});

it('a client that never reads is dropped after 30 s', async () => {
  const { out, append, pass, finish } = await lazy();
  await append(1, 'x');
  pass(OUTBOUND_MAX_MS);
  expect(out.ended).toBeUndefined();
  pass(1);
  expect(out.ended).toBeInstanceOf(StreamEnded);
  await finish();
});

it('running text reaches a client in order, also one that joins late', async () => {
  const ref = await newRun(db);
  const bus = openPostgresBus(db.urls.queue);
  const tails = tailsOn(storedJournal, bus, systemClock);
  const early = watch(tails, storedJournal, ref);
  await eventually(() => expect(tails.size).toBe(1));
  const textOf = (client: typeof early) =>
    client.events.map((event) => (event.kind === 'text' ? event.text : '')).join('');
  const say = (text: string, offset: number) =>
    bus.publishText({ ...ref, stepId: 'write', epoch: 1, offset, text });
  say('Once upon', 0);
  await eventually(() => expect(textOf(early)).toBe('Once upon'), 5_000);
  const late = watch(tails, storedJournal, ref);
  await eventually(() => expect(textOf(late)).toBe('Once upon'), 5_000);
  say(' a time', 9);
  for (const client of [early, late]) {
    await eventually(() => expect(textOf(client)).toBe('Once upon a time'), 5_000);
  }
  for (const client of [early, late]) client.leave();
  await Promise.all([early.done, late.done]);
  await bus.close();
});
