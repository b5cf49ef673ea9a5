'use client';
import { ProjectCreate } from '@domain/project/project';
import { zodResolver } from '@hookform/resolvers/zod';
import { useTranslations } from 'next-intl';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { FormAlert } from '../form/form-alert';
import { useIssueText } from '../form/issue-text';
import { Button } from '../ui/button';
import { Dialog, DialogBody, DialogClose, DialogContent, DialogFooter } from '../ui/dialog';
import { Field } from '../ui/field';
import { Input, Textarea } from '../ui/input';

const Form = ProjectCreate.pick({ name: true, description: true });
export type ProjectFields = z.output<typeof Form>;

type Props = {
  title: string;
  initial: z.input<typeof Form>;
  onClose: () => void;
  /** Null when it was saved, else what to tell the person. */
  onSubmit: (fields: ProjectFields) => Promise<string | null>;
};

export function ProjectDialog({ title, initial, onClose, onSubmit }: Props) {
  const t = useTranslations('projects');
  const actions = useTranslations('actions');
  const issueText = useIssueText();
  const form = useForm<z.input<typeof Form>, unknown, ProjectFields>({
    resolver: zodResolver(Form),
    defaultValues: initial,
  });
  const { errors, isSubmitting } = form.formState;
  const submit = form.handleSubmit(async (fields) => {
    const refused = await onSubmit(fields);
    if (refused) form.setError('root', { message: refused });
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent size="sm" title={title}>
        <form className="contents" noValidate onSubmit={submit}>
          <DialogBody>
            <FormAlert text={errors.root?.message ?? null} />
            <Field label={t('name')} error={errors.name && issueText(errors.name)}>
              {(control) => <Input {...control} {...form.register('name')} />}
            </Field>
            <Field
              label={t('description')}
              optional={actions('optional')}
              error={errors.description && issueText(errors.description)}
            >
              {(control) => <Textarea {...control} {...form.register('description')} />}
            </Field>
          </DialogBody>
          <DialogFooter>
            <DialogClose asChild>
              <Button disabled={isSubmitting}>{actions('cancel')}</Button>
            </DialogClose>
            <Button type="submit" variant="primary" pending={isSubmitting}>
              {actions('save')}
            </Button>
          </DialogFooter>
        </form>
      </DialogContent>
    </Dialog>
  );
}
