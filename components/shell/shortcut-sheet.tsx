'use client';
import { useTranslations } from 'next-intl';
import { useId } from 'react';
import { Dialog, DialogBody, DialogContent } from '../ui/dialog';
import { Kbd } from '../ui/kbd';
import { Label } from '../ui/label';
import { Switch } from '../ui/switch';
import { ACTIONS, ROUTES } from './routes';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  enabled: boolean;
  onEnabled: (enabled: boolean) => void;
};

export function ShortcutSheet({ open, onOpenChange, enabled, onEnabled }: Props) {
  const t = useTranslations('shortcuts');
  const nav = useTranslations('nav');
  const id = useId();
  const rows = [
    { keys: ['⌘', 'K'], label: t('palette') },
    { keys: ['?'], label: t('sheet') },
    ...ROUTES.map((route) => ({ keys: [route.key.toUpperCase()], label: nav(route.id) })),
    ...ACTIONS.map((action) => ({ keys: [action.key.toUpperCase()], label: nav(action.id) })),
  ];
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent size="sm" title={t('title')} description={t('text')}>
        <DialogBody>
          <dl className="divide-y text-[13px]">
            {rows.map((row) => (
              <div key={row.label} className="flex min-h-8 items-center justify-between">
                <dt>{row.label}</dt>
                <dd className="flex gap-1">
                  {row.keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
          <div className="flex items-center justify-between gap-3 rounded-lg border bg-surface px-3 py-2">
            <Label htmlFor={id}>{t('enabled')}</Label>
            <Switch id={id} checked={enabled} onCheckedChange={onEnabled} />
          </div>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
