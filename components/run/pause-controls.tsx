'use client';
import { type RunState, TERMINAL } from '@domain/run/state';
import { CirclePause, CirclePlay, UserCheck } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { Button } from '../ui/button';

type Verb = 'pause' | 'resume' | 'adopt';
type Props = {
  state: RunState;
  /** Done or refused, whoever asked has been told. */
  onVerb: (verb: Verb) => Promise<void>;
};

const ICON = { pause: CirclePause, resume: CirclePlay, adopt: UserCheck };

/** The one that fits: pause what goes on, resume what is paused, take over what nobody answers for any more. */
export function PauseControls({ state, onVerb }: Props) {
  const t = useTranslations('run.pause');
  const [pending, setPending] = useState(false);
  if (TERMINAL.has(state.status)) return null;
  const verb = verbOf(state);
  const Icon = ICON[verb];
  return (
    <Button
      pending={pending}
      variant={verb === 'pause' ? 'outline' : 'primary'}
      onClick={async () => {
        setPending(true);
        await onVerb(verb);
        setPending(false);
      }}
    >
      <Icon aria-hidden />
      {t(verb)}
    </Button>
  );
}

function verbOf({ status, reason }: RunState): Verb {
  if (status !== 'paused') return 'pause';
  return reason === 'rights_lost' ? 'adopt' : 'resume';
}
