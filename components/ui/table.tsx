import type { ComponentProps } from 'react';
import { cn } from './class-names';

/** A table that scrolls sideways inside itself on a narrow screen. */
export const Table = ({ className, ...props }: ComponentProps<'table'>) => (
  <div className="relative w-full overflow-x-auto">
    <table className={cn('w-full text-[13px]', className)} {...props} />
  </div>
);

export const Th = ({ className, ...props }: ComponentProps<'th'>) => (
  <th
    scope="col"
    className={cn(
      'h-9 whitespace-nowrap border-b px-3 text-left font-normal text-muted-foreground text-xs first:pl-4 last:pr-4',
      className,
    )}
    {...props}
  />
);

export const Tr = ({ className, ...props }: ComponentProps<'tr'>) => (
  <tr
    className={cn('relative border-b transition-colors last:border-0 hover:bg-accent/50', className)}
    {...props}
  />
);

export const Td = ({ className, ...props }: ComponentProps<'td'>) => (
  <td className={cn('h-11 px-3 first:pl-4 last:pr-4', className)} {...props} />
);
