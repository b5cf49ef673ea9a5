import { cva, type VariantProps } from 'class-variance-authority';
import { Slot } from 'radix-ui';
import type { ComponentProps } from 'react';
import { cn } from './class-names';
import { Spinner } from './spinner';

const buttonVariants = cva(
  'inline-flex shrink-0 items-center justify-center gap-1.5 whitespace-nowrap rounded-md font-medium text-[13px] transition-colors select-none disabled:pointer-events-none disabled:opacity-55 aria-disabled:pointer-events-none aria-disabled:opacity-55 [&_svg]:shrink-0 [&_svg:not([class*=size-])]:size-4',
  {
    variants: {
      variant: {
        primary: 'bg-primary text-primary-foreground shadow-raised hover:bg-primary/88',
        outline: 'border bg-card shadow-raised hover:bg-accent',
        ghost: 'hover:bg-accent text-foreground',
        subtle: 'bg-muted hover:bg-accent',
        destructive: 'bg-[oklch(0.53_0.2_27)] text-white shadow-raised hover:bg-[oklch(0.48_0.19_27)]',
        link: 'text-foreground underline decoration-border underline-offset-4 hover:decoration-foreground',
      },
      size: {
        sm: 'h-7 px-2.5',
        md: 'h-8 px-3',
        lg: 'h-10 px-4 text-sm',
        icon: 'size-8',
        'icon-sm': 'size-7',
      },
    },
    defaultVariants: { variant: 'outline', size: 'md' },
  },
);

type Props = ComponentProps<'button'> &
  VariantProps<typeof buttonVariants> & {
    asChild?: boolean;
    /** Shows a spinner and refuses further clicks. */
    pending?: boolean;
  };

export function Button({
  className,
  variant,
  size,
  asChild,
  pending,
  disabled,
  children,
  type,
  ...props
}: Props) {
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild) {
    return (
      <Slot.Root className={classes} {...props}>
        {children}
      </Slot.Root>
    );
  }
  return (
    <button
      type={type ?? 'button'}
      className={classes}
      disabled={disabled || pending}
      aria-busy={pending || undefined}
      {...props}
    >
      {pending ? <Spinner className="size-3.5" /> : null}
      {children}
    </button>
  );
}
