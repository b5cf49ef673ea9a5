'use client';
import { ArrowRight } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { HandoffDraft } from './handoff-draft';

type Way = HandoffDraft['ways'][number];
type Props = {
  slots: readonly { key: string; name: string }[];
  ways: readonly Way[];
  /** The key of the slot that begins. */
  entry: string;
  error: string | null;
  onChange: (ways: Way[]) => void;
};

/** For each slot, whom it may give its turn to. */
export function HandoffWays({ slots, ways, entry, error, onChange }: Props) {
  const t = useTranslations('handoffForm');
  const has = (from: string, to: string) => ways.some((way) => way.from === from && way.to === to);
  const set = (from: string, to: string, wanted: boolean) => {
    const others = ways.filter((way) => way.from !== from || way.to !== to);
    onChange(wanted ? [...others, { from, to }] : others);
  };
  const unreached = slots.filter(({ key }) => key !== entry && !ways.some(({ to }) => to === key));
  return (
    <div>
      <p className="mb-1.5 font-medium text-[13px]">{t('ways')}</p>
      <div className="divide-y rounded-lg border">
        {slots.map((from) => (
          <fieldset key={from.key} className="flex flex-wrap items-center gap-2 px-3 py-2">
            <legend className="sr-only">{t('waysOf', { slot: from.name })}</legend>
            <span aria-hidden className="flex min-w-32 items-center gap-2 text-[13px]">
              <span className="min-w-0 flex-1 truncate">{from.name}</span>
              <ArrowRight className="size-3.5 shrink-0 text-muted-foreground" />
            </span>
            {slots
              .filter(({ key }) => key !== from.key)
              .map((to) => (
                <label
                  key={to.key}
                  className="flex min-h-7 cursor-pointer items-center gap-1.5 rounded-full border px-2.5 text-[13px] hover:bg-accent has-checked:border-brand has-checked:bg-brand-soft"
                >
                  <input
                    type="checkbox"
                    className="accent-brand"
                    checked={has(from.key, to.key)}
                    onChange={(event) => set(from.key, to.key, event.target.checked)}
                  />
                  {to.name}
                </label>
              ))}
          </fieldset>
        ))}
      </div>
      {!error && unreached.length > 0 ? (
        <p className="mt-1.5 text-muted-foreground text-xs leading-5">
          {t('unreached', { slots: unreached.map(({ name }) => name).join(', ') })}
        </p>
      ) : null}
      {error ? (
        <p role="alert" className="mt-1.5 text-bad text-xs leading-5">
          {error}
        </p>
      ) : null}
    </div>
  );
}
