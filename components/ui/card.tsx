import type { ComponentProps } from 'react';
import { cn } from './class-names';

export const Card = ({ className, ...props }: ComponentProps<'section'>) => (
  <section className={cn('min-w-0 rounded-lg border bg-card shadow-raised', className)} {...props} />
);

export const CardHeader = ({ className, ...props }: ComponentProps<'header'>) => (
  <header
    className={cn(
      'flex min-h-11 flex-wrap items-center justify-between gap-x-3 gap-y-1 px-4 py-2',
      className,
    )}
    {...props}
  />
);

export const CardTitle = ({ className, children, ...props }: ComponentProps<'h2'>) => (
  <h2 className={cn('font-medium text-[13px]', className)} {...props}>
    {children}
  </h2>
);
