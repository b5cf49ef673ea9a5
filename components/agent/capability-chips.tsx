'use client';
import { CAPABILITIES, type Capability } from '@domain/agent/capabilities';
import { Check, X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { cn } from '../ui/class-names';
import { isAble } from './agent-fields';

type Abilities = Partial<Record<Capability, boolean>>;
type Props = { value: Abilities; onChange: (value: Abilities) => void };

/** The seven capabilities: pressed is able. */
export function CapabilityChips({ value, onChange }: Props) {
  const t = useTranslations('agent');
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-[13px]">{t('capabilities')}</legend>
      <div className="flex flex-wrap gap-2">
        {CAPABILITIES.map((name) => {
          const able = isAble(value, name);
          return (
            <button
              key={name}
              type="button"
              aria-pressed={able}
              onClick={() => onChange({ ...value, [name]: !able })}
              className={cn(
                'flex min-h-7 items-center gap-1.5 rounded-full border px-2.5 text-[13px] transition-colors hover:bg-accent',
                able ? 'border-brand/60 bg-brand-soft' : 'text-muted-foreground',
              )}
            >
              {able ? (
                <Check aria-hidden className="size-3.5 text-brand" />
              ) : (
                <X aria-hidden className="size-3.5" />
              )}
              {t(`capability.${name}`)}
            </button>
          );
        })}
      </div>
      <p className="mt-1.5 text-muted-foreground text-xs">{t('capabilitiesHint')}</p>
    </fieldset>
  );
}
