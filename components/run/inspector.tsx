'use client';
import type { PlanStep } from '@domain/run/plan';
import { CircleCheck, Hourglass, Repeat2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import { Button } from '../ui/button';
import { cn } from '../ui/class-names';
import { Markdown } from '../ui/markdown';
import { Monogram } from '../ui/monogram';
import { Issues, isByPerson } from './issues';
import { agentName, type Names, personName } from './names';
import type { Pass } from './pass';
import { PassFigures } from './pass-figures';
import { useReason } from './reason';
import { PassStatusPill } from './status-pill';
import { Stream } from './stream';

type Props = {
  pass: Pass;
  step: PlanStep | undefined;
  names: Names;
  text: string | undefined;
  now: number | null;
  /** Title of the step that delegated this one. */
  givenBy?: string;
  /** It gave work away and goes on when that has ended. */
  waitsForChildren?: boolean;
  /** Begins the ended run again at this step; absent for who may not, and where that cannot be. */
  onRerun?: (() => void) | undefined;
  /** Fetches and shows the whole text of a delivered contract. */
  renderArtifact: (artifactId: string) => ReactNode;
};

/** One round of one step: who, what was asked of it, what it writes or delivered, what the reviewer said. */
export function Inspector({ pass, step, names, text, now, onRerun, renderArtifact, ...below }: Props) {
  const t = useTranslations('run');
  const reason = useReason();
  const agent = step ? agentName(names, step.agentId) : '';
  const title = step?.title ?? pass.stepId;
  return (
    <article aria-label={title} className="flex min-w-0 flex-col gap-4 p-4">
      <header className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 className="font-semibold text-[15px]">{title}</h2>
        <PassStatusPill status={pass.status} />
        <span className="flex items-center gap-1.5 text-[13px] text-muted-foreground">
          <Monogram name={agent} seed={step?.agentId} className="size-5 text-[8px]" />
          {agent}
        </span>
        {onRerun ? (
          <Button size="sm" variant="ghost" className="ml-auto" onClick={onRerun}>
            <Repeat2 aria-hidden />
            {t('rerun.fromHere')}
          </Button>
        ) : null}
      </header>
      {pass.status === 'unstarted' || pass.reused ? null : <PassFigures pass={pass} now={now} />}
      {pass.reason && pass.status !== 'completed' && pass.status !== 'unstarted' ? (
        <p
          className={cn(
            'rounded-lg border px-4 py-3 text-[13px]',
            pass.status === 'failed' ? 'border-bad/30 bg-bad/7' : 'bg-surface',
          )}
        >
          {reason(pass.reason)}
          {pass.detail ? (
            <span className="mt-1 block break-words font-mono text-muted-foreground text-xs">
              {pass.detail}
            </span>
          ) : null}
        </p>
      ) : null}
      {pass.reused ? <ReusedNote editedBy={pass.reused.editedBy} names={names} /> : null}
      {pass.asked?.length ? (
        <Issues title={t(isByPerson(pass.asked) ? 'askedByPerson' : 'asked')} issues={pass.asked} />
      ) : null}
      {pass.issues?.length ? (
        <Issues title={t(isByPerson(pass.issues) ? 'rejectedByPerson' : 'rejected')} issues={pass.issues} />
      ) : null}
      <Verdict pass={pass} />
      {pass.accepted ? <Accepted text={t('accepted')} /> : null}
      {below.waitsForChildren && pass.status === 'waiting' ? <Note text={t('waitingChildren')} /> : null}
      {pass.status === 'waiting' ? <Waits on={pass.waitsOn} /> : null}
      <Body pass={pass} text={text} renderArtifact={renderArtifact} />
      {step ? (
        <details className="text-[13px]">
          <summary className="cursor-pointer text-muted-foreground hover:text-foreground">
            {t('brief')}
          </summary>
          <dl className="mt-2 space-y-2 rounded-lg border bg-surface p-4">
            <dt className="text-muted-foreground text-xs">
              {below.givenBy === undefined ? t('responsibility') : t('task', { step: below.givenBy })}
            </dt>
            <dd className="whitespace-pre-wrap break-words">{step.prompt}</dd>
            {step.contract ? (
              <>
                <dt className="text-muted-foreground text-xs">{t('contract')}</dt>
                <dd className="whitespace-pre-wrap break-words">{step.contract}</dd>
              </>
            ) : null}
          </dl>
        </details>
      ) : null}
    </article>
  );
}

function ReusedNote({ editedBy, names }: { editedBy: string | undefined; names: Names }) {
  const t = useTranslations('run.rerun');
  return (
    <p className="rounded-lg border border-dashed bg-surface px-4 py-2.5 text-[13px]" data-testid="reused">
      {editedBy ? t('editedNote', { person: personName(names, editedBy) ?? '' }) : t('reusedNote')}
    </p>
  );
}

function Waits({ on = '' }: { on?: string }) {
  const t = useTranslations('run.waits');
  return (
    <p className="flex items-center gap-2 rounded-lg border border-warn/50 bg-warn/7 px-4 py-2.5 text-[13px]">
      <Hourglass aria-hidden className="size-4 shrink-0 text-warn" />
      {t('on', { on })}
    </p>
  );
}

function Verdict({ pass }: { pass: Pass }) {
  const t = useTranslations('run');
  if (!pass.verdict) return null;
  if (!pass.verdict.accept) return <Issues title={t('verdictReject')} issues={pass.verdict.issues} />;
  return <Accepted text={t('verdictAccept')} />;
}

const Accepted = ({ text }: { text: string }) => (
  <p
    className="flex items-center gap-2 rounded-lg border border-ok/40 bg-ok/7 px-4 py-2.5 text-[13px]"
    data-testid="acceptance"
  >
    <CircleCheck aria-hidden className="size-4 text-ok" />
    {text}
  </p>
);

function Body({ pass, text, renderArtifact }: Pick<Props, 'pass' | 'text' | 'renderArtifact'>) {
  const t = useTranslations('run');
  if (pass.status === 'running') return <Stream text={text ?? ''} />;
  if (pass.artifactId && !pass.verdict) {
    return (
      <section aria-label={t('delivered')} className="rounded-lg border bg-card" data-testid="contract">
        <h3 className="border-b px-4 py-2 text-muted-foreground text-xs">{t('delivered')}</h3>
        <div className="p-4">{renderArtifact(pass.artifactId)}</div>
      </section>
    );
  }
  if (pass.preview && !pass.verdict) return <Markdown text={pass.preview} />;
  if (text) return <Markdown text={text} className="opacity-80" />;
  if (pass.status === 'ready') return <Note text={t('readyText')} />;
  if (pass.status === 'blocked') return <Note text={t('blockedText')} />;
  return pass.status === 'unstarted' ? <Note text={t('unstartedText')} /> : null;
}

const Note = ({ text }: { text: string }) => <p className="text-[13px] text-muted-foreground">{text}</p>;
