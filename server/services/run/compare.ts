import { notFound } from '@domain/errors';
import { compareRuns } from '@domain/run/compare';
import type { RunCompare, RunComparison } from '@domain/run/compare-view';
import { RunKind } from '@domain/run/view';
import { readRun } from '../../db/journal/append';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { loadRun, type RunRow } from './load';
import { agentNames, peopleNames } from './names';

/** Result, cost and verdicts of two runs, slot by slot. @throws not_found, forbidden, for either */
export async function compareTwo(ctx: Ctx, { a, b }: RunCompare): Promise<RunComparison> {
  const { rows, ...seen } = await tenantTx(tenantOf(ctx), async (tx) => {
    const both = [await loadRun(tx, ctx, a), await loadRun(tx, ctx, b)] as const;
    const steps = await tx.step.findMany({
      where: { orgId: ctx.orgId, runId: { in: [a, b] } },
      distinct: ['agentId'],
      select: { agentId: true },
    });
    const agents = await agentNames(
      tx,
      ctx,
      steps.map(({ agentId }) => agentId),
    );
    return { rows: both, agents };
  });
  const states = await Promise.all(rows.map(({ id }) => readRun({ orgId: ctx.orgId, runId: id })));
  const [left, right] = states;
  if (!left || !right) throw notFound();
  const { slots, ...wholes } = compareRuns(left, right);
  const editors = slots.flatMap((slot) => [slot.a, slot.b].flatMap((side) => side?.reused?.editedBy ?? []));
  const people = await tenantTx(tenantOf(ctx), (tx) => peopleNames(tx, editors));
  return {
    a: { ...told(rows[0]), ...wholes.a },
    b: { ...told(rows[1]), ...wholes.b },
    slots,
    names: { ...seen, people },
  };
}

const told = ({ id, goal, createdAt, kind, rerunOf }: RunRow) => ({
  ...{ id, goal, createdAt: createdAt.toISOString(), rerunOf },
  kind: RunKind.parse(kind),
});
