'use client';
import { Building2, Network } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Badge } from '../ui/badge';

/** To whom a resource belongs: one unit, or all. */
export function UnitBadge({ name }: { name: string | null }) {
  const t = useTranslations('teams');
  return (
    <Badge tone="outline">
      {name === null ? <Building2 aria-hidden /> : <Network aria-hidden />}
      {name ?? t('wholeOrganization')}
    </Badge>
  );
}
