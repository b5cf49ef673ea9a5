import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from './class-names';

/** What would stand here, and the one action that fills it. */
export const EmptyState = (props: {
  icon: LucideIcon;
  title: string;
  text: string;
  action?: ReactNode;
  className?: string;
}) => (
  <div className={cn('flex flex-col items-center px-6 py-12 text-center', props.className)}>
    <span className="mb-3 grid size-10 place-items-center rounded-xl border bg-surface">
      <props.icon aria-hidden className="size-5 text-muted-foreground" strokeWidth={1.6} />
    </span>
    <p className="font-medium text-sm">{props.title}</p>
    <p className="mt-1 max-w-sm text-balance text-[13px] text-muted-foreground">{props.text}</p>
    {props.action ? <div className="mt-4 flex flex-wrap justify-center gap-2">{props.action}</div> : null}
  </div>
);
