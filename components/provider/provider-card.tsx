'use client';
import type { Provider, ProviderTest } from '@domain/provider/provider';
import { CircleCheck, CircleX, FlaskConical, KeyRound, Pencil, Plug } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { formatDuration } from '../format/duration';
import { formatMoney } from '../format/money';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { Card } from '../ui/card';

type Props = {
  provider: Provider;
  test: ProviderTest | null;
  testing: boolean;
  /** Absent for who may not change connections. */
  onEdit?: () => void;
  onTest?: () => void;
};

export function ProviderCard({ provider, test, testing, onEdit, onTest }: Props) {
  const t = useTranslations('provider');
  const locale = useLocale();
  const demo = provider.kind === 'demo';
  return (
    <Card>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
        <span className="grid size-8 place-items-center rounded-md border bg-surface">
          {demo ? (
            <FlaskConical aria-hidden className="size-4 text-warn" />
          ) : (
            <Plug aria-hidden className="size-4 text-muted-foreground" />
          )}
        </span>
        <div className="min-w-0 flex-1">
          <h2 className="flex flex-wrap items-center gap-2 font-medium text-[13px]">
            {provider.name}
            {demo ? (
              <Badge tone="warn">{t('demoBadge')}</Badge>
            ) : (
              <Badge tone="outline">{t(`kinds.${provider.kind}`)}</Badge>
            )}
          </h2>
          <p className="truncate text-muted-foreground text-xs">
            {demo ? t('demoText') : (provider.baseUrl ?? t('defaultAddress'))}
          </p>
        </div>
        {onTest ? (
          <Button size="sm" pending={testing} onClick={onTest}>
            {t('test')}
          </Button>
        ) : null}
        {onEdit && !demo ? (
          <Button size="sm" onClick={onEdit} aria-label={t('editName', { name: provider.name })}>
            <Pencil aria-hidden />
            {t('edit')}
          </Button>
        ) : null}
      </div>
      <ul className="flex flex-wrap gap-x-6 gap-y-1 border-t px-4 py-2 text-[13px]">
        {provider.models.map((model) => (
          <li key={model.name} className="flex items-baseline gap-2">
            <code className="font-mono text-xs">{model.name}</code>
            <span className="text-muted-foreground text-xs tabular-nums">
              {model.price
                ? t('price', {
                    input: formatMoney(model.price.inputPerMillion, locale),
                    output: formatMoney(model.price.outputPerMillion, locale),
                  })
                : t('unpriced')}
            </span>
          </li>
        ))}
        {demo ? null : (
          <li className="ml-auto flex items-center gap-1.5 text-muted-foreground text-xs">
            <KeyRound aria-hidden className="size-3" />
            {provider.hasKey ? t('hasKey') : t('noKey')}
          </li>
        )}
      </ul>
      {test ? (
        <p role="status" className="flex items-start gap-2 border-t px-4 py-2 text-[13px]">
          {test.ok ? (
            <CircleCheck aria-hidden className="mt-0.5 size-4 shrink-0 text-ok" />
          ) : (
            <CircleX aria-hidden className="mt-0.5 size-4 shrink-0 text-bad" />
          )}
          {test.ok
            ? t('testOk', { model: test.model, latency: formatDuration(test.latencyMs, locale) })
            : t('testFailed', { message: test.error?.message ?? '' })}
        </p>
      ) : null}
    </Card>
  );
}
