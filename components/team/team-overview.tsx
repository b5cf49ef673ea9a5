'use client';
import type { Manifest } from '@domain/team/manifest';
import type { TeamMember } from '@domain/team/view';
import { useTranslations } from 'next-intl';
import { Money } from '../format/money';
import { Badge } from '../ui/badge';
import { Card, CardHeader, CardTitle } from '../ui/card';
import { Monogram } from '../ui/monogram';
import { ProtocolPicture } from './protocol-picture';
import { SlotSummary } from './slot-summary';

type Props = { manifest: Manifest; members: readonly TeamMember[] };

/** What a team is made of: its protocol, slots with their contracts, and who belongs to it. */
export function TeamOverview({ manifest, members }: Props) {
  const t = useTranslations('team');
  const protocol = useTranslations('protocol');
  const { kind } = manifest.protocol;
  const names = new Map(members.map((member) => [member.id, member]));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
      <Card>
        <CardHeader className="border-b">
          <CardTitle>{t('slots')}</CardTitle>
          <span className="text-muted-foreground text-xs">
            {t('slotCount', { count: manifest.slots.length })}
          </span>
        </CardHeader>
        <ol className="divide-y">
          {manifest.slots.map((slot, index) => (
            <SlotSummary
              key={slot.id}
              slot={slot}
              index={index}
              agent={slot.binding.mode === 'fixed' ? names.get(slot.binding.agentId)?.name : undefined}
            />
          ))}
        </ol>
      </Card>
      <div className="flex flex-col gap-4">
        <Card className="p-4">
          <ProtocolPicture kind={kind} className="-ml-2" />
          <p className="font-medium text-[13px]">{protocol(`${kind}.name`)}</p>
          <p className="mt-0.5 text-[13px] text-muted-foreground">{protocol(`${kind}.text`)}</p>
          <dl className="mt-4 grid grid-cols-2 gap-3 border-t pt-3 text-[13px]">
            <Default label={t('budget')}>
              <Money micros={manifest.defaults.budgetMicros} />
            </Default>
            {kind === 'review_gate' || kind === 'dag' || kind === 'lead_workers' ? (
              <Default label={t('maxRework')}>{manifest.defaults.maxRework}</Default>
            ) : null}
            {kind === 'fan_out' || kind === 'dag' || kind === 'lead_workers' ? (
              <Default label={t('parallel')}>{manifest.defaults.parallelLimit}</Default>
            ) : null}
            <Default label={t('maxTurns')}>{manifest.defaults.maxTurns}</Default>
          </dl>
        </Card>
        <Card>
          <CardHeader>
            <CardTitle>{t('members')}</CardTitle>
          </CardHeader>
          <ul className="min-w-0 px-2 pb-2">
            {members.map((member) => (
              <li key={member.id} className="flex min-h-10 min-w-0 items-center gap-2.5 rounded-md px-2">
                <Monogram name={member.name} seed={member.id} />
                <span className="min-w-0 flex-1">
                  <span className="block truncate text-[13px]">{member.name}</span>
                  <span className="block truncate text-muted-foreground text-xs">{member.role}</span>
                </span>
                {member.memberRole === 'hub' ? <Badge tone="brand">{t('hub')}</Badge> : null}
              </li>
            ))}
          </ul>
        </Card>
      </div>
    </div>
  );
}

const Default = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <dt className="text-muted-foreground text-xs">{label}</dt>
    <dd className="tabular-nums">{children}</dd>
  </div>
);
