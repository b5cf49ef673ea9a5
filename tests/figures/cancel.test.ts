import { describe, expect, it } from 'vitest';
import { newId } from '../../server/db/ids';
import { cancelRun } from '../../server/services/run/cancel';
import { startRun } from '../../server/services/run/start';
import { quantile } from '../bench/statistics';
import { breaches } from '../faults/support/checker';
import { openSite } from '../faults/support/site';
import { until } from '../faults/support/until';
import { makeTeam, manifestOf } from '../support/teams';
import { addAgent } from '../support/tenants';
import { holdFigure } from './support/figure';

const site = await openSite();

const LEAVES = 200;
const ROUNDS = 6;
/** Calls that have been answered before the cancel; about as many are under way, and the rest has not begun. */
const ANSWERED = 60;
const UNDER_WAY = 50;
const TERMINAL_MS = 10_000;
const ACKNOWLEDGED_MS = 300;

/** A started run of 200 leaves of which some have answered, some are being written, and others wait. */
async function runHalfWay(teamId: string): Promise<string> {
  const answered = site.model.calls.length + ANSWERED;
  const before = site.model.counts().finished;
  site.model.script(({ n }) => (n <= answered ? {} : { wordDelayMs: 2_000 }));
  const start = { projectId: site.org.projectId, teamId, goal: 'Stop', budgetMicros: 900_000_000 };
  const { runId } = await startRun(site.org.owner, { ...start, idempotencyKey: newId() });
  await until(async () => {
    const { finished, open } = site.model.counts();
    return finished - before >= ANSWERED && open >= UNDER_WAY;
  });
  return runId;
}

/** Tokens of finished calls are the server's; what is not known is within what was reserved for it. */
async function compareLedger(runIds: string[]): Promise<void> {
  const { rows } = await site.db.admin.query(
    `SELECT sum(input_tokens)::int AS input, sum(output_tokens)::int AS output, sum(unknown_micros)::int AS unknown,
       COALESCE(sum(ceiling_micros) FILTER (WHERE status <> 'ok'), 0)::int AS ceilings,
       count(*) FILTER (WHERE status <> 'ok' AND unknown_micros = 0)::int AS untold
     FROM model_call WHERE run_id = ANY ($1)`,
    [runIds],
  );
  const { inputTokens: input, outputTokens: output } = site.model.counts();
  expect(rows[0]).toMatchObject({ input, output, untold: 0 });
  // 1 and 2 micro-dollars a token, as the site's price says: what the server counts of a call that was cut.
  const cut = site.model.calls.filter(({ outcome }) => outcome === 'aborted');
  expect(cut.length).toBeGreaterThanOrEqual(UNDER_WAY);
  const served = cut.reduce((sum, { tokens }) => sum + tokens.input + 2 * tokens.output, 0);
  expect(served).toBeLessThanOrEqual(rows[0].ceilings);
  expect(rows[0].unknown).toBeLessThanOrEqual(rows[0].ceilings);
}

describe('the cancel of a run with 200 leaves', () => {
  it('is acknowledged within 300 ms p95, leaves all terminal within 10 s, and its ledger says what the model’s server counts', async () => {
    const agentId = await addAgent(site.db, site.org, 'Cy', { model: 'fake' });
    const slots = Array.from({ length: LEAVES }, (_, n) => ({ id: `leaf-${n + 1}`, agentId }));
    const manifest = manifestOf('pipeline', slots, { parallelLimit: 100 });
    const teamId = await makeTeam(site.db, site.org, { ...manifest, protocol: { kind: 'fan_out' } });
    await site.worker('', { TROUPE_WORKER_CONCURRENCY: '100' });
    const [acknowledged, terminal]: [number[], number[]] = [[], []];
    const runIds: string[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const runId = await runHalfWay(teamId);
      runIds.push(runId);
      const begun = performance.now();
      await cancelRun(site.org.owner, { runId, reason: 'enough' });
      const acknowledgedMs = performance.now() - begun;
      await site.ended(runId);
      // The first one also opens this process's connections.
      if (round > 0) acknowledged.push(acknowledgedMs);
      terminal.push(performance.now() - begun);
      await until(async () => site.model.counts().open === 0);
    }
    const { rows } = await site.db.admin.query(
      `SELECT DISTINCT status FROM step WHERE run_id = ANY ($1) ORDER BY 1`,
      [runIds],
    );
    expect(rows.map(({ status }) => status)).toEqual(['cancelled', 'completed']);
    await compareLedger(runIds);
    expect(await breaches(site.db, site.model, runIds)).toEqual([]);
    const [p95, longest] = [quantile(acknowledged, 0.95), Math.max(...terminal)];
    const met = p95 <= ACKNOWLEDGED_MS && longest <= TERMINAL_MS;
    holdFigure(
      {
        figure: `cancel of ${LEAVES} leaves`,
        bar: 'acknowledged p95 ≤ 300 ms, all terminal ≤ 10 s; tokens as the server counts',
        measured: `acknowledged p95 ${p95.toFixed(0)} ms, all terminal ${longest.toFixed(0)} ms; the same tokens`,
        met,
      },
      p95 <= 10 * ACKNOWLEDGED_MS && longest <= TERMINAL_MS,
    );
  });
});
