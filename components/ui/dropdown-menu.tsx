'use client';
import { Check } from 'lucide-react';
import { DropdownMenu as Primitive } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names';

export const DropdownMenu = Primitive.Root;
export const DropdownMenuTrigger = Primitive.Trigger;
export const DropdownMenuRadioGroup = Primitive.RadioGroup;

const item =
  'flex min-h-7 cursor-default select-none items-center gap-2 rounded-sm px-2 text-[13px] outline-none data-disabled:pointer-events-none data-disabled:opacity-50 data-highlighted:bg-accent max-sm:min-h-10 [&_svg:not([class*=size-])]:size-4 [&_svg]:text-muted-foreground';

export const DropdownMenuContent = ({
  className,
  sideOffset = 6,
  ...props
}: ComponentProps<typeof Primitive.Content>) => (
  <Primitive.Portal>
    <Primitive.Content
      sideOffset={sideOffset}
      collisionPadding={8}
      className={cn(
        'z-50 min-w-48 animate-rise overflow-hidden rounded-lg border bg-popover p-1 shadow-floating',
        className,
      )}
      {...props}
    />
  </Primitive.Portal>
);

export const DropdownMenuItem = ({ className, ...props }: ComponentProps<typeof Primitive.Item>) => (
  <Primitive.Item className={cn(item, className)} {...props} />
);

export const DropdownMenuRadioItem = ({
  className,
  children,
  ...props
}: ComponentProps<typeof Primitive.RadioItem>) => (
  <Primitive.RadioItem className={cn(item, 'justify-between', className)} {...props}>
    <span className="flex items-center gap-2">{children}</span>
    <Primitive.ItemIndicator>
      <Check aria-hidden />
    </Primitive.ItemIndicator>
  </Primitive.RadioItem>
);

export const DropdownMenuLabel = ({ className, ...props }: ComponentProps<typeof Primitive.Label>) => (
  <Primitive.Label className={cn('px-2 pt-1.5 pb-1 text-muted-foreground text-xs', className)} {...props} />
);

export const DropdownMenuSeparator = () => <Primitive.Separator className="-mx-1 my-1 h-px bg-border" />;
