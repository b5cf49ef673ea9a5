'use client';
import { FilePlus2, ShieldCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { cn } from '../ui/class-names';

type Props = { template: boolean; onChoose: (template: boolean) => void };

/** Whether a new team begins from the template or from nothing. */
export function StartFrom({ template, onChoose }: Props) {
  const t = useTranslations('teamForm');
  const words = useTranslations('template');
  const choice = (value: boolean, Icon: typeof ShieldCheck, title: string, text: string) => (
    <button
      type="button"
      aria-pressed={template === value}
      onClick={() => onChoose(value)}
      className={cn(
        'flex items-start gap-3 rounded-lg border bg-card p-3 text-left shadow-raised transition-colors hover:border-input',
        template === value && 'border-brand ring-1 ring-brand',
      )}
    >
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-brand" />
      <span>
        <span className="block font-medium text-[13px]">{title}</span>
        <span className="block text-muted-foreground text-xs">{text}</span>
      </span>
    </button>
  );
  return (
    <fieldset className="mb-6">
      <legend className="mb-2 font-medium text-[13px]">{t('startFrom')}</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {choice(true, ShieldCheck, words('title'), words('text'))}
        {choice(false, FilePlus2, t('blank'), t('blankText'))}
      </div>
    </fieldset>
  );
}
