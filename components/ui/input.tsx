import type { ComponentProps } from 'react';
import { cn } from './class-names';

export const fieldClasses =
  'w-full min-w-0 rounded-md border border-input/60 bg-card px-2.5 text-[13px] shadow-raised transition-colors hover:border-input focus-visible:border-ring focus-visible:outline-1 focus-visible:outline-offset-0 disabled:opacity-55 aria-invalid:border-bad max-sm:text-base';

export const Input = ({ className, ...props }: ComponentProps<'input'>) => (
  <input className={cn(fieldClasses, 'h-8 max-sm:h-10', className)} {...props} />
);

export const Textarea = ({ className, ...props }: ComponentProps<'textarea'>) => (
  <textarea className={cn(fieldClasses, 'field-sizing-content min-h-16 py-1.5', className)} {...props} />
);
