'use client';
import { GOAL_MAX } from '@domain/run/form';
import { Play } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { microsOf, typedDollars } from '../form/amount';
import { FormAlert } from '../form/form-alert';
import { Button } from '../ui/button';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input, Textarea } from '../ui/input';
import { Select } from '../ui/select';

type StartInput = { projectId: string; goal: string; budgetMicros: number; idempotencyKey: string };

type Props = {
  team: { name: string; version: number };
  projects: readonly { id: string; name: string }[];
  defaultBudgetMicros: number;
  /** Who will do what in a project; stands above the budget. */
  renderPeople?: (projectId: string) => ReactNode;
  /** What is brought before anybody works; stands below the goal. */
  files?: ReactNode;
  /** Stands below the budget, and knows what is typed there; null: no amount. */
  renderBudget?: (budgetMicros: number | null) => ReactNode;
  onClose: () => void;
  /** Null: started, and the page is on its way to the run. Else what to tell the person. */
  onStart: (input: StartInput) => Promise<string | null>;
};

/** Starts a run. One key per opening: pressing twice, or again after a lost answer, is one run. */
export function StartDialog({
  team,
  projects,
  defaultBudgetMicros,
  renderPeople,
  files,
  renderBudget,
  onClose,
  onStart,
}: Props) {
  const t = useTranslations('start');
  const actions = useTranslations('actions');
  const [key] = useState(() => crypto.randomUUID());
  const [projectId, setProjectId] = useState(projects[0]?.id ?? '');
  const [goal, setGoal] = useState('');
  const [budget, setBudget] = useState(typedDollars(defaultBudgetMicros));
  const [tried, setTried] = useState(false);
  const [pending, setPending] = useState(false);
  const [refused, setRefused] = useState<string | null>(null);
  const budgetMicros = microsOf(budget);
  const start = async () => {
    setTried(true);
    if (goal.trim() === '' || projectId === '' || budgetMicros === null || pending) return;
    setPending(true);
    setRefused(null);
    const answer = await onStart({ projectId, goal: goal.trim(), budgetMicros, idempotencyKey: key });
    setRefused(answer);
    // After a start the button stays as it is until the run's page is there.
    if (answer !== null) setPending(false);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && !pending && onClose()}>
      <DialogContent
        title={t('title', { team: team.name })}
        description={t('text', { version: team.version })}
      >
        <form
          className="contents"
          onSubmit={(event) => {
            event.preventDefault();
            void start();
          }}
        >
          <DialogBody>
            <FormAlert text={refused} />
            <Field label={t('goal')} error={tried && goal.trim() === '' ? t('goalRequired') : null}>
              {(control) => (
                <Textarea
                  {...control}
                  className="min-h-28"
                  maxLength={GOAL_MAX}
                  value={goal}
                  placeholder={t('goalPlaceholder')}
                  onChange={(event) => setGoal(event.target.value)}
                  onKeyDown={(event) => {
                    if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void start();
                  }}
                />
              )}
            </Field>
            {files}
            <div className="grid gap-4 sm:grid-cols-2">
              <Field label={t('project')} error={tried && projectId === '' ? t('projectRequired') : null}>
                {(control) => (
                  <Select
                    {...control}
                    value={projectId}
                    onValueChange={setProjectId}
                    placeholder={t('noProjects')}
                    options={projects.map(({ id, name }) => ({ value: id, label: name }))}
                  />
                )}
              </Field>
              <Field
                label={t('budget')}
                hint={t('budgetHint')}
                error={tried && budgetMicros === null ? t('budgetInvalid') : null}
              >
                {(control) => (
                  <Input
                    {...control}
                    inputMode="decimal"
                    value={budget}
                    onChange={(event) => setBudget(event.target.value)}
                  />
                )}
              </Field>
            </div>
            {projectId ? renderPeople?.(projectId) : null}
            {renderBudget?.(budgetMicros)}
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button disabled={pending}>{actions('cancel')}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" pending={pending}>
              <Play aria-hidden />
              {t('start')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
