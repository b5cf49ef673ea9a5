'use client';
import { X } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Dialog as Primitive } from 'radix-ui';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from './button';
import { cn } from './class-names';

export const Dialog = Primitive.Root;
export const DialogTrigger = Primitive.Trigger;
export const DialogClose = Primitive.Close;

type Props = Omit<ComponentProps<typeof Primitive.Content>, 'title'> & {
  title: ReactNode;
  description?: ReactNode;
  size?: 'sm' | 'md' | 'lg';
};

/** In this order: what is to be filled in, else the first answer of the footer; never the ✕ where there is another. */
const FIRST = [
  'input:not([type=hidden]):not(:disabled), textarea, [role=combobox]',
  'footer button:not(:disabled)',
];

function focusFirst(event: Event): void {
  const content = event.currentTarget as HTMLElement;
  const first = FIRST.map((wanted) => content.querySelector<HTMLElement>(wanted)).find(Boolean);
  if (!first) return;
  event.preventDefault();
  first.focus();
}

const WIDTH = { sm: 'sm:max-w-md', md: 'sm:max-w-xl', lg: 'sm:max-w-3xl' };

export function DialogContent({ title, description, size = 'md', className, children, ...props }: Props) {
  const t = useTranslations('actions');
  return (
    <Primitive.Portal>
      <Primitive.Overlay className="fixed inset-0 z-40 bg-black/40 backdrop-blur-[1px]" />
      <Primitive.Content
        className={cn(
          'fixed z-50 flex max-h-[92dvh] w-full animate-rise flex-col overflow-hidden border bg-popover shadow-floating',
          'max-sm:inset-x-0 max-sm:bottom-0 max-sm:rounded-t-xl',
          'sm:top-[8vh] sm:left-1/2 sm:max-h-[84dvh] sm:-translate-x-1/2 sm:rounded-xl',
          WIDTH[size],
          className,
        )}
        onOpenAutoFocus={focusFirst}
        {...(description ? {} : { 'aria-describedby': undefined })}
        {...props}
      >
        <header className="flex items-start justify-between gap-4 px-5 pt-4 pb-3">
          <div className="min-w-0">
            <Primitive.Title className="font-semibold text-[15px] leading-6">{title}</Primitive.Title>
            {description ? (
              <Primitive.Description className="mt-0.5 text-[13px] text-muted-foreground">
                {description}
              </Primitive.Description>
            ) : null}
          </div>
          <Primitive.Close asChild>
            <Button variant="ghost" size="icon-sm" aria-label={t('close')} className="-mr-1.5">
              <X aria-hidden />
            </Button>
          </Primitive.Close>
        </header>
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  );
}

export const DialogBody = ({ className, ...props }: ComponentProps<'div'>) => (
  <div
    className={cn('flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-5 pt-1 pb-5', className)}
    {...props}
  />
);

export const DialogFooter = ({ className, ...props }: ComponentProps<'footer'>) => (
  <footer
    className={cn('flex flex-wrap items-center justify-end gap-2 border-t bg-surface px-5 py-3', className)}
    {...props}
  />
);
