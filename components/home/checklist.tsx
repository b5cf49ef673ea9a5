'use client';
import { Cable, CircleCheck, Play, Users } from 'lucide-react';
import Link from 'next/link';
import { useTranslations } from 'next-intl';
import { Button } from '../ui/button';
import { Card } from '../ui/card';
import { cn } from '../ui/class-names';

const STEPS = [
  { id: 'team', icon: Users },
  { id: 'run', icon: Play },
  { id: 'provider', icon: Cable },
] as const;
type StepId = (typeof STEPS)[number]['id'];

type Props = { done: Record<StepId, boolean>; hrefs: Record<StepId, string> };

/** What a new organization does first; gone once all of it is done. */
export function Checklist({ done, hrefs }: Props) {
  const t = useTranslations('home');
  const next = STEPS.find(({ id }) => !done[id]);
  if (!next) return null;
  return (
    <Card aria-label={t('startTitle')} className="p-4">
      <h2 className="font-semibold text-[15px]">{t('startTitle')}</h2>
      <p className="text-[13px] text-muted-foreground">{t('startText')}</p>
      <ol className="mt-4 grid gap-3 lg:grid-cols-3">
        {STEPS.map(({ id, icon: Icon }) => (
          <li
            key={id}
            className={cn(
              'flex flex-col rounded-lg border p-3',
              done[id] ? 'bg-surface' : next.id === id && 'border-brand/50 bg-brand-soft/40',
            )}
          >
            <p className="flex items-center gap-2 font-medium text-[13px]">
              {done[id] ? (
                <CircleCheck aria-hidden className="size-4 text-ok" />
              ) : (
                <Icon aria-hidden className="size-4 text-muted-foreground" />
              )}
              {t(`step.${id}`)}
              {done[id] ? <span className="sr-only">{t('done')}</span> : null}
            </p>
            <p className="mt-1 text-[13px] text-muted-foreground">{t(`step.${id}Text`)}</p>
            {done[id] ? null : (
              <Button
                asChild
                size="sm"
                variant={next.id === id ? 'primary' : 'outline'}
                className="mt-3 self-start"
              >
                <Link href={hrefs[id]}>{t(`step.${id}Action`)}</Link>
              </Button>
            )}
          </li>
        ))}
      </ol>
    </Card>
  );
}
