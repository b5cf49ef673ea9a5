'use client';
import type { TreeCost } from '@domain/cost/cost';
import { useTranslations } from 'next-intl';
import { Count } from '../format/count';
import { Cost } from '../run/cost';
import { Card, CardHeader, CardTitle } from '../ui/card';
import { Table, Td, Th, Tr } from '../ui/table';
import { CostFigures } from './cost-sums';
import { CostTable } from './cost-table';

type Props = {
  tree: TreeCost;
  /** Titles of steps, by id. */
  titles: ReadonlyMap<string, string>;
  runHref: (runId: string) => string;
};

/** What a run and everything below it has cost: in all, by step, by agent and by model. */
export function TreeCostPanel({ tree, titles, runHref }: Props) {
  const t = useTranslations('costs');
  const { totals } = tree;
  const agentOf = new Map(tree.agents.map(({ key, label }) => [key, label]));
  return (
    <div className="flex flex-col gap-4">
      <Card>
        <CostFigures sums={totals} />
        {tree.approvals.asked > 0 || tree.reworkRounds > 0 ? (
          <p className="border-t px-4 py-2 text-muted-foreground text-xs">
            {t('beside', {
              asked: tree.approvals.asked,
              decided: tree.approvals.decided,
              rework: tree.reworkRounds,
            })}
          </p>
        ) : null}
      </Card>
      <div className="grid gap-4 lg:grid-cols-2">
        <Card>
          <CostTable by="agent" lines={tree.agents} totalMicros={totals.costMicros} />
        </Card>
        <Card>
          <CostTable by="model" lines={tree.models} totalMicros={totals.costMicros} />
        </Card>
      </div>
      {tree.runs.length > 1 ? (
        <Card>
          <CardHeader>
            <CardTitle>{t('runs')}</CardTitle>
          </CardHeader>
          <ul className="divide-y border-t">
            {tree.runs.map((run) => (
              <li
                key={run.runId}
                className="flex items-baseline justify-between gap-4 px-4 py-2.5 text-[13px]"
              >
                <a href={runHref(run.runId)} className="min-w-0 truncate hover:underline">
                  {run.goal}
                </a>
                <Cost micros={run.costMicros} unknownMicros={run.unknownMicros} />
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <Card>
        <Table>
          <thead>
            <tr>
              <Th>{t('step')}</Th>
              <Th className="max-md:hidden">{t('by.agent')}</Th>
              <Th className="text-right max-md:hidden">{t('calls')}</Th>
              <Th className="text-right max-md:hidden">{t('tokens')}</Th>
              <Th className="text-right">{t('cost')}</Th>
            </tr>
          </thead>
          <tbody>
            {tree.steps.map((step) => (
              <Tr key={`${step.runId}/${step.stepId}`}>
                <Td className="break-words">{titles.get(step.stepId) ?? step.slotId}</Td>
                <Td className="text-muted-foreground max-md:hidden">
                  {agentOf.get(step.agentId) ?? t('hidden')}
                </Td>
                <Td className="text-right max-md:hidden">
                  <Count value={step.calls} />
                </Td>
                <Td className="text-right max-md:hidden">
                  <Count value={step.inputTokens + step.outputTokens} />
                </Td>
                <Td className="text-right">
                  <Cost micros={step.costMicros} unknownMicros={step.unknownMicros} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </Card>
    </div>
  );
}
