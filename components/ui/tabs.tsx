'use client';
import { Tabs as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names';

export const Tabs = Primitive.Root;

export const TabsList = ({ className, ...props }: ComponentProps<typeof Primitive.List>) => (
  <Primitive.List
    className={cn('flex items-end gap-4 overflow-x-auto border-b [scrollbar-width:none]', className)}
    {...props}
  />
);

export const TabsTrigger = ({ className, ...props }: ComponentProps<typeof Primitive.Trigger>) => (
  <Primitive.Trigger
    className={cn(
      '-mb-px flex h-9 shrink-0 items-center gap-1.5 border-transparent border-b-2 text-[13px] text-muted-foreground transition-colors hover:text-foreground focus-visible:outline-offset-[-2px] data-[state=active]:border-brand data-[state=active]:font-medium data-[state=active]:text-foreground',
      className,
    )}
    {...props}
  />
);

export const TabsContent = ({ className, ...props }: ComponentProps<typeof Primitive.Content>) => (
  <Primitive.Content className={cn('outline-none', className)} {...props} />
);
