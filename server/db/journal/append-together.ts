import { Lane, placed } from './lane';
import { type Payload, storableJson } from './payload';
import { type Answer, engineQuery, type Sent, sendAlone } from './send';

/*
 * Appends of one organization's runs that come while a statement is in flight share the next one (`engine_append_all`):
 * what a statement and a commit cost is then paid once for all. Each append has its own answer: one that is stale,
 * fenced or denied disturbs no other. What cannot be shared goes apart: runs whose row somebody holds, caps, tools,
 * files, gates, steps made at run time. Sending an append twice is harmless: the second one is `stale`.
 */

/** How long an organization with caps is not asked again whether it still has some, ms. */
const CAPS_MS = 5_000;
const capped = new Map<string, number>();

const lane = new Lane<Payload, Sent>({
  // Whoever holds a run's row must not keep the others waiting.
  alone: async (_, payload) => {
    const sent = await sendAlone(engineQuery, { ...payload, skipLocked: true });
    const held = sent !== 'full' && 'busy' in sent && sent.busy;
    return held && !payload.skipLocked ? sendAlone(engineQuery, payload) : sent;
  },
  together: async (org, payloads) => {
    const sql = 'SELECT engine_append_all($1::jsonb) AS answers';
    const [row] = await engineQuery(sql, [storableJson(together(org, payloads))]);
    const answers = row?.answers as (Answer | null)[] | null;
    if (answers === null) capped.set(org, Date.now() + CAPS_MS);
    return answers;
  },
  apart: (payload) => sendAlone(engineQuery, payload),
});

/** Sends an append alone or with others, whatever is cheaper. @throws database errors as they come */
export const sendTogether = (payload: Payload): Promise<Sent> =>
  isPlain(payload) && !hasCaps(payload.org)
    ? lane.send(payload.org, payload)
    : sendAlone(engineQuery, payload);

/** Parts of a payload that `engine_append_all` takes. */
const SHARED = new Set<keyof Payload>([
  ...(['org', 'run', 'root', 'seq', 'skipLocked', 'claim', 'leaseMs', 'fence', 'facts', 'steps'] as const),
  ...(['state', 'load', 'calls', 'settles', 'artifacts'] as const),
]);

const isPlain = (payload: Payload): boolean =>
  payload.root === payload.run &&
  payload.seq > 0 &&
  payload.facts.length > 0 &&
  payload.fence.length <= 1 &&
  !payload.fence.some(({ lapsed }) => lapsed) &&
  Object.keys(payload).every((part) => SHARED.has(part as keyof Payload));

function hasCaps(org: string): boolean {
  const until = capped.get(org);
  if (until === undefined) return false;
  if (until > Date.now()) return true;
  capped.delete(org);
  return false;
}

function together(org: string, payloads: readonly Payload[]): object {
  const rows = placed(payloads);
  return {
    org,
    leaseMs: payloads[0]?.leaseMs,
    runs: rows(({ run, seq, claim, load, state, fence }) => [
      { run, seq, claim, load, reserved: state.reserved, ...fence[0] },
    ]),
    facts: rows(({ facts }) => facts.map((body, n) => ({ n: n + 1, body }))),
    steps: rows(({ steps }) => steps),
    states: rows(({ state, facts }) => [{ ...state, facts: facts.length }]),
    calls: rows(({ calls }) => calls),
    settles: rows(({ settles }) => settles),
    artifacts: rows(({ artifacts }) => artifacts),
  };
}
