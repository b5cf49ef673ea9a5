'use client';
import type { Fact } from '@domain/run/fact';
import type { RunState } from '@domain/run/state';
import { Receipt as ReceiptIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Duration } from '../format/duration';
import { Card, CardHeader, CardTitle } from '../ui/card';
import { Table, Td, Th, Tr } from '../ui/table';
import { Cost } from './cost';
import { stopWords, useReason } from './reason';
import { Tokens } from './tokens';

/** After a stop: how each step ended, how long that took, and what was still spent. */
export function Receipt({ state, facts }: { state: RunState; facts: readonly Fact[] }) {
  const t = useTranslations('run.receipt');
  const status = useTranslations('status.step');
  const reason = useReason();
  if (!state.receipt || state.status !== 'cancelled') return null;
  const unreported = unreportedAfterStop(facts);
  const titles = new Map(state.plan?.steps.map((step) => [step.id, step.title]) ?? []);
  return (
    <Card data-testid="receipt">
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          <ReceiptIcon aria-hidden className="size-4 text-muted-foreground" />
          {t('title')}
        </CardTitle>
      </CardHeader>
      {state.reason ? (
        <p className="px-4 pb-3 text-[13px]">
          <span className="text-muted-foreground">{t('reason')}: </span>
          {stopWords(state.reason, reason)}
        </p>
      ) : null}
      {state.receipt.length === 0 ? (
        <p className="px-4 pb-4 text-[13px] text-muted-foreground">{t('nothing')}</p>
      ) : (
        <Table>
          <thead>
            <tr>
              <Th>{t('step')}</Th>
              <Th>{t('was')}</Th>
              <Th>{t('stoppedAfter')}</Th>
              <Th className="text-right">{t('tokensAfter')}</Th>
              <Th className="text-right">{t('costAfter')}</Th>
            </tr>
          </thead>
          <tbody>
            {state.receipt.map((line) => (
              <Tr key={line.stepId}>
                <Td>{titles.get(line.stepId) ?? line.stepId}</Td>
                <Td>{status(line.was)}</Td>
                <Td>
                  {line.stoppedAfterMs === null ? t('noAnswer') : <Duration ms={line.stoppedAfterMs} />}
                </Td>
                <Td className="text-right">
                  <Tokens value={line.tokensAfter} partial={unreported.has(line.stepId)} />
                </Td>
                <Td className="text-right">
                  <Cost micros={line.costMicrosAfter} unknownMicros={unreported.get(line.stepId) ?? 0} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}

/** By step: what may have been billed for the calls that the stop cut off. */
function unreportedAfterStop(facts: readonly Fact[]): Map<string, number> {
  const unreported = new Map<string, number>();
  const stop = facts.findIndex(({ type }) => type === 'run.cancelled');
  for (const fact of stop < 0 ? [] : facts.slice(stop)) {
    if (fact.type !== 'model.settled' || fact.unknownMicros === 0) continue;
    unreported.set(fact.stepId, (unreported.get(fact.stepId) ?? 0) + fact.unknownMicros);
  }
  return unreported;
}
