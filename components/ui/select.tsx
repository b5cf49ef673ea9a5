'use client';
import { Check, ChevronDown } from 'lucide-react';
import { Select as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { cn } from './class-names';
import { fieldClasses } from './input';

type SelectOption = { value: string; label: string; note?: ReactNode; disabled?: boolean };

type Props = {
  options: readonly SelectOption[];
  value: string | undefined;
  onValueChange: (value: string) => void;
  placeholder?: string;
  disabled?: boolean;
  className?: string;
  id?: string;
  'aria-label'?: string;
  'aria-invalid'?: true;
  'aria-describedby'?: string;
  /** Stands below the options, for example a button that makes a new one. */
  footer?: ReactNode;
};

export function Select({
  options,
  value,
  onValueChange,
  placeholder,
  disabled,
  className,
  footer,
  ...control
}: Props) {
  return (
    <Primitive.Root value={value ?? ''} onValueChange={onValueChange} disabled={disabled}>
      <Primitive.Trigger
        className={cn(
          fieldClasses,
          'flex h-8 items-center justify-between gap-2 text-left data-placeholder:text-muted-foreground max-sm:h-10',
          className,
        )}
        {...control}
      >
        <span className="truncate">
          <Primitive.Value placeholder={placeholder} />
        </span>
        <ChevronDown aria-hidden className="size-4 shrink-0 text-muted-foreground" />
      </Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          position="popper"
          sideOffset={4}
          className="z-50 max-h-(--radix-select-content-available-height) min-w-(--radix-select-trigger-width) animate-rise overflow-hidden rounded-lg border bg-popover shadow-floating"
        >
          <Primitive.Viewport className="p-1">
            {options.map((option) => (
              <Primitive.Item
                key={option.value}
                value={option.value}
                disabled={option.disabled}
                className="flex min-h-7 cursor-default items-center justify-between gap-3 rounded-sm px-2 text-[13px] outline-none data-disabled:opacity-50 data-highlighted:bg-accent max-sm:min-h-9"
              >
                <span className="flex items-baseline gap-2">
                  <Primitive.ItemText>{option.label}</Primitive.ItemText>
                  {option.note ? <span className="text-muted-foreground text-xs">{option.note}</span> : null}
                </span>
                <Primitive.ItemIndicator>
                  <Check aria-hidden className="size-3.5" />
                </Primitive.ItemIndicator>
              </Primitive.Item>
            ))}
          </Primitive.Viewport>
          {footer ? <div className="border-t p-1">{footer}</div> : null}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
