'use client';
import { Tooltip as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';

export const TooltipProvider = Primitive.Provider;

/** `children` must be one focusable element: a tooltip that only a mouse can open tells others nothing. */
export function Tooltip(props: {
  content: ReactNode;
  children: ReactNode;
  side?: 'top' | 'right' | 'bottom';
}) {
  return (
    <Primitive.Root>
      <Primitive.Trigger asChild>{props.children}</Primitive.Trigger>
      <Primitive.Portal>
        <Primitive.Content
          side={props.side ?? 'top'}
          sideOffset={6}
          className="z-50 max-w-72 animate-rise rounded-md border bg-popover px-2 py-1 text-xs shadow-floating"
        >
          {props.content}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
