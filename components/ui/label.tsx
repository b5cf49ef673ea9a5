import { Label as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names';

export const Label = ({ className, ...props }: ComponentProps<typeof Primitive.Root>) => (
  <Primitive.Root className={cn('font-medium text-[13px] leading-5', className)} {...props} />
);
