'use client';
import { type Gate, openGates } from '@domain/run/gate';
import { AWAITS_FILES } from '@domain/run/held';
import { type RunState, stepIn } from '@domain/run/state';
import { CirclePause } from 'lucide-react';
import { useTranslations } from 'next-intl';
import type { ReactNode } from 'react';
import type { AskedGate, Decide } from '../approval/asked-gate';
import { GateCard } from '../approval/gate-card';
import { Card } from '../ui/card';
import { type Names, personName } from './names';

type Props = {
  state: RunState;
  names: Names;
  barOf: (gate: Gate) => AskedGate['bar'];
  decide: (gateId: string) => Decide;
  renderArtifact: (artifactId: string) => ReactNode;
};

/** Why a run does not go on by itself: a pause, and every gate at which it waits for a person. */
export function WaitingPanel({ state, names, barOf, decide, renderArtifact }: Props) {
  const t = useTranslations('run');
  const gates = openGates(state);
  const paused = state.status === 'paused';
  if (gates.length === 0 && !paused) return null;
  return (
    <section aria-label={t('waits.title')} className="flex flex-col gap-3" data-testid="waiting">
      {paused ? <PausedNote state={state} names={names} /> : null}
      {gates.map((gate) => {
        const step = gate.stepId === undefined ? undefined : stepIn(state, gate.stepId);
        return (
          <Card key={gate.id} className="border-warn/50">
            <GateCard
              gate={asked(state, gate, barOf(gate))}
              output={gate.kind === 'after' && step?.artifactId ? renderArtifact(step.artifactId) : undefined}
              {...decide(gate.id)}
            />
          </Card>
        );
      })}
    </section>
  );
}

function PausedNote({ state, names }: Pick<Props, 'state' | 'names'>) {
  const t = useTranslations('run.pause');
  const left = state.reason === 'rights_lost';
  const held = state.reason === AWAITS_FILES;
  const whom = left ? (state.adoptedBy ?? state.startedBy) : state.pausedBy;
  const person = personName(names, whom) ?? t('somebody');
  return (
    <p className="flex items-start gap-2.5 rounded-lg border border-warn/50 bg-warn/7 px-4 py-3 text-[13px]">
      <CirclePause aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
      {t(left ? 'rightsLost' : held ? 'awaitsFiles' : 'byPerson', { person })}
    </p>
  );
}

function asked(state: RunState, gate: Gate, bar: AskedGate['bar']): AskedGate {
  const step = state.plan?.steps.find(({ id }) => id === gate.stepId);
  return {
    gateId: gate.id,
    kind: gate.kind,
    title: step?.title ?? gate.stepId ?? null,
    round: gate.round ?? null,
    question: gate.question ?? null,
    preview: (gate.kind === 'after' && gate.stepId && stepIn(state, gate.stepId)?.preview) || null,
    fourEyes: gate.fourEyes ?? false,
    deadlineAt: gate.deadlineAt ?? null,
    bar,
  };
}
