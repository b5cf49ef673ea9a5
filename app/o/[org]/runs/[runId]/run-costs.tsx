'use client';
import { isEnded, type RunState } from '@domain/run/state';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { CircleDollarSign } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { toast } from 'sonner';
import { useTRPC } from '@/app/_trpc/client';
import { QueryView } from '@/app/_trpc/query-view';
import { useFailureText } from '@/app/_trpc/use-failure-text';
import { RaiseDialog } from '@/components/budget/raise-dialog';
import { TreeCostPanel } from '@/components/cost/tree-cost-panel';
import { Button } from '@/components/ui/button';
import { useOrganization } from '../../organization';

/** How often the ledger is read again while the run goes on, ms. */
const REFRESH_MS = 3_000;

/** What the run has cost so far, from the ledger; who may can allow it more while it goes on. */
export function RunCosts({ runId, state }: { runId: string; state: RunState }) {
  const { slug: org, href, can } = useOrganization();
  const t = useTranslations('budgets');
  const trpc = useTRPC();
  const failureText = useFailureText();
  const [raising, setRaising] = useState(false);
  const ended = isEnded(state);
  const query = useQuery({
    ...trpc.cost.run.queryOptions({ org, runId }),
    placeholderData: keepPreviousData,
    refetchInterval: state.closed ? false : REFRESH_MS,
  });
  const raise = useMutation(trpc.run.raise.mutationOptions());
  const titles = new Map((state.plan?.steps ?? []).map(({ id, title }) => [id, title]));
  return (
    <div className="flex flex-col gap-4">
      {can('run.raise') && !ended ? (
        <div>
          <Button onClick={() => setRaising(true)}>
            <CircleDollarSign aria-hidden />
            {t('raise')}
          </Button>
        </div>
      ) : null}
      <QueryView query={query}>
        {(tree) => <TreeCostPanel tree={tree} titles={titles} runHref={(id) => href(`/runs/${id}`)} />}
      </QueryView>
      {raising ? (
        <RaiseDialog
          capMicros={state.capMicros}
          onClose={() => setRaising(false)}
          onRaise={async (capMicros) => {
            try {
              await raise.mutateAsync({ org, runId, capMicros });
              toast.success(t('raised'));
              return null;
            } catch (error) {
              return failureText(error);
            }
          }}
        />
      ) : null}
    </div>
  );
}
