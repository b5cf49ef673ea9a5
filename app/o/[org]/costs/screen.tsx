'use client';
import { CostBy } from '@domain/cost/cost';
import { usePathname, useRouter, useSearchParams } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { Input } from '@/components/ui/input';
import { PageHeader } from '@/components/ui/page-header';
import { Select } from '@/components/ui/select';
import { Tabs, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { Budgets } from './budgets';
import { CostLines } from './lines';
import { useSubjects } from './use-subjects';

const WAYS = CostBy.options;
const EVERYTHING = 'all';

/** Costs of a period by day, team, project, agent or model, and the limits that hold them. */
export function CostsScreen() {
  const t = useTranslations('costs');
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams();
  const { subjects } = useSubjects();
  const by = CostBy.catch('team').parse(search.get('by'));
  const teamId = search.get('team') ?? undefined;
  const from = search.get('from') ?? undefined;
  const until = search.get('until') ?? undefined;
  const choose = (key: string, value: string) => {
    const params = new URLSearchParams(search);
    if (value === '' || value === EVERYTHING) params.delete(key);
    else params.set(key, value);
    router.replace(`${pathname}?${params}`, { scroll: false });
  };
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={t('title')} text={t('text')} />
      <div className="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
        <Select
          aria-label={t('by.team')}
          className="col-span-2 sm:w-56"
          value={teamId ?? EVERYTHING}
          onValueChange={(next) => choose('team', next)}
          options={[
            { value: EVERYTHING, label: t('allTeams') },
            ...subjects.team.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <Input
          type="date"
          className="sm:w-40"
          aria-label={t('from')}
          value={from ?? ''}
          onChange={(event) => choose('from', event.target.value)}
        />
        <Input
          type="date"
          className="sm:w-40"
          aria-label={t('until')}
          value={until ?? ''}
          onChange={(event) => choose('until', event.target.value)}
        />
        {from || until ? null : (
          <span className="col-span-2 text-muted-foreground text-xs">{t('thisMonth')}</span>
        )}
      </div>
      <Tabs value={by} onValueChange={(next) => choose('by', next)}>
        <TabsList aria-label={t('ways')}>
          {WAYS.map((way) => (
            <TabsTrigger key={way} value={way} aria-controls="cost-lines">
              {t(`by.${way}`)}
            </TabsTrigger>
          ))}
        </TabsList>
      </Tabs>
      <CostLines by={by} teamId={teamId} from={from} until={until} />
      <Budgets />
    </div>
  );
}
