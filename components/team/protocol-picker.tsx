'use client';
import { isProtocolKind, PROTOCOL_KINDS, type ProtocolKind, startable } from '@domain/protocol/kinds';
import { useTranslations } from 'next-intl';
import { RadioGroup } from 'radix-ui';
import { Badge } from '../ui/badge';
import { cn } from '../ui/class-names';
import { ProtocolPicture } from './protocol-picture';

type Props = { value: ProtocolKind; onChange: (kind: ProtocolKind) => void };

/** The six protocols as pictures. Those that cannot be started yet are shown and cannot be chosen. */
export function ProtocolPicker({ value, onChange }: Props) {
  const t = useTranslations('protocol');
  return (
    <RadioGroup.Root
      value={value}
      onValueChange={(next) => isProtocolKind(next) && onChange(next)}
      aria-label={t('label')}
      className="grid grid-cols-2 gap-2 lg:grid-cols-3"
    >
      {PROTOCOL_KINDS.map((kind) => (
        <RadioGroup.Item
          key={kind}
          value={kind}
          disabled={!startable(kind)}
          className={cn(
            'flex flex-col items-start rounded-lg border bg-card p-3 text-left shadow-raised transition-colors',
            'enabled:hover:border-input data-[state=checked]:border-brand data-[state=checked]:ring-1 data-[state=checked]:ring-brand',
            'disabled:cursor-not-allowed disabled:bg-surface disabled:shadow-none',
          )}
        >
          <ProtocolPicture kind={kind} className={startable(kind) ? undefined : 'opacity-45'} />
          <span className="mt-1 flex flex-wrap items-center gap-1.5 font-medium text-[13px]">
            {t(`${kind}.name`)}
            {startable(kind) ? null : <Badge tone="outline">{t('later')}</Badge>}
          </span>
          <span className="mt-0.5 text-muted-foreground text-xs max-sm:hidden">{t(`${kind}.text`)}</span>
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  );
}
