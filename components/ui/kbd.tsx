import type { ComponentProps } from 'react';
import { cn } from './class-names';

export const Kbd = ({ className, ...props }: ComponentProps<'kbd'>) => (
  <kbd
    className={cn(
      'inline-grid h-5 min-w-5 place-items-center rounded-sm border bg-surface px-1 font-sans text-[11px] text-muted-foreground',
      className,
    )}
    {...props}
  />
);
