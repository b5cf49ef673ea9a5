import type { ReactNode } from 'react';
import { cn } from './class-names';

/** The title of a page, what it is for, and its actions. */
export const PageHeader = (props: {
  title: ReactNode;
  text?: ReactNode;
  actions?: ReactNode;
  className?: string;
}) => (
  <header className={cn('flex flex-wrap items-start justify-between gap-x-4 gap-y-3', props.className)}>
    <div className="min-w-0">
      <h1 className="text-balance font-semibold text-xl leading-7 tracking-tight">{props.title}</h1>
      {props.text ? <p className="mt-0.5 text-[13px] text-muted-foreground">{props.text}</p> : null}
    </div>
    {props.actions ? <div className="flex flex-wrap items-center gap-2">{props.actions}</div> : null}
  </header>
);
