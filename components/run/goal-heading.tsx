'use client';
import { useTranslations } from 'next-intl';
import { splitGoal } from './goal';

/** A title this long is cut to three lines; the whole of it then stands with the rest. */
const LONG_CHARS = 160;

/** What a run is to do: the first line as its title, everything else one press away. */
export function GoalHeading({ goal }: { goal: string }) {
  const t = useTranslations('run');
  const { title, rest } = splitGoal(goal);
  const whole = title.length > LONG_CHARS ? goal.trim() : rest;
  return (
    <>
      <h1 className="line-clamp-3 text-balance break-words font-semibold text-xl leading-7 tracking-tight">
        {title}
      </h1>
      {whole ? (
        <details className="mt-1 text-[13px]">
          <summary className="w-fit cursor-pointer text-muted-foreground leading-6 hover:text-foreground">
            {t('wholeGoal')}
          </summary>
          <p className="mt-1 mb-2 max-w-3xl whitespace-pre-wrap break-words border-l-2 pl-3">{whole}</p>
        </details>
      ) : null}
    </>
  );
}
