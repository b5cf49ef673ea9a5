'use client';
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cn } from './class-names';
import { Label } from './label';

type Control = { id: string; 'aria-invalid'?: true; 'aria-describedby'?: string };

type Props = {
  label: ReactNode;
  hint?: ReactNode;
  error?: string | null;
  optional?: string;
  className?: string;
  /** Gets the attributes that tie a control to its label, hint and error. */
  children: (control: Control) => ReactNode;
};

/** A labelled control with its hint, or its error in the hint's place. */
export function Field({ label, hint, error, optional, className, children }: Props) {
  const id = useId();
  const note = error || hint ? `${id}-note` : undefined;
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <Label htmlFor={id} className="flex items-baseline justify-between gap-2">
        {label}
        {optional ? <span className="font-normal text-muted-foreground text-xs">{optional}</span> : null}
      </Label>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': note })}
      {error ? (
        <p id={note} className="flex items-start gap-1.5 text-bad text-xs leading-5">
          <CircleAlert aria-hidden className="mt-1 size-3 shrink-0" />
          {error}
        </p>
      ) : hint ? (
        <p id={note} className="text-muted-foreground text-xs leading-5">
          {hint}
        </p>
      ) : null}
    </div>
  );
}
