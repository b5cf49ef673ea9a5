'use client';
import type { RunState } from '@domain/run/state';
import { Receipt as ReceiptIcon } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Count } from '../format/count';
import { Duration } from '../format/duration';
import { Money } from '../format/money';
import { Card, CardHeader, CardTitle } from '../ui/card';
import { Table, Td, Th, Tr } from '../ui/table';

/** After a stop: how each step ended, how long that took, and what was still spent. */
export function Receipt({ state }: { state: RunState }) {
  const t = useTranslations('run.receipt');
  const status = useTranslations('status.step');
  if (!state.receipt || state.status !== 'cancelled') return null;
  const titles = new Map(state.plan?.steps.map((step) => [step.id, step.title]) ?? []);
  return (
    <Card data-testid="receipt">
      <CardHeader>
        <CardTitle className="flex items-center gap-2">
          <ReceiptIcon aria-hidden className="size-4 text-muted-foreground" />
          {t('title')}
        </CardTitle>
        {state.reason ? <p className="text-[13px] text-muted-foreground">{state.reason}</p> : null}
      </CardHeader>
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
                  <Count value={line.tokensAfter} />
                </Td>
                <Td className="text-right">
                  <Money micros={line.costMicrosAfter} />
                </Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      )}
    </Card>
  );
}
