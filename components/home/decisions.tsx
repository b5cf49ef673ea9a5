'use client';
import type { ApprovalView } from '@domain/approval/approval';
import { Inbox } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { When } from '../format/when';
import { splitGoal } from '../run/goal';
import { Button } from '../ui/button';
import { Card, CardHeader, CardTitle } from '../ui/card';

type Props = {
  /** Those that wait longest. */
  gates: readonly ApprovalView[];
  runHref: (runId: string) => string;
  allHref: string;
};

/** What waits for a person, above all that goes on by itself. */
export function Decisions({ gates, runHref, allHref }: Props) {
  const t = useTranslations('approvals');
  return (
    <Card className="border-warn/50" data-testid="decisions">
      <CardHeader className="border-b">
        <CardTitle className="flex items-center gap-2">
          <Inbox aria-hidden className="size-4 text-warn" />
          {t('home')}
        </CardTitle>
        <Button asChild size="sm" variant="ghost">
          <Link href={allHref}>{t('all')}</Link>
        </Button>
      </CardHeader>
      <ul className="divide-y">
        {gates.map((gate) => (
          <li key={`${gate.runId}/${gate.gateId}`}>
            <Link
              href={runHref(gate.runId)}
              className="flex min-h-10 flex-wrap items-center gap-x-3 gap-y-0.5 px-4 py-2 text-[13px] transition-colors hover:bg-accent/60 focus-visible:outline-offset-[-2px]"
            >
              <span className="min-w-0 break-words font-medium">
                {t(`asks.${gate.kind}`, { step: gate.title ?? '' })}
              </span>
              <span className="min-w-0 truncate text-muted-foreground">{splitGoal(gate.goal).title}</span>
              <span className="ml-auto text-muted-foreground text-xs">
                <When at={gate.requestedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}
