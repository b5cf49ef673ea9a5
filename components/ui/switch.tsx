'use client';
import { Switch as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names';

export const Switch = ({ className, ...props }: ComponentProps<typeof Primitive.Root>) => (
  <Primitive.Root
    className={cn(
      'inline-flex h-6 w-10 shrink-0 items-center rounded-full border-2 border-transparent bg-input transition-colors data-[state=checked]:bg-brand disabled:opacity-55',
      className,
    )}
    {...props}
  >
    <Primitive.Thumb className="block size-5 rounded-full bg-white shadow-raised transition-transform data-[state=checked]:translate-x-4" />
  </Primitive.Root>
);
