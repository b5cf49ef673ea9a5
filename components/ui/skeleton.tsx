import { cn } from './class-names';

export const Skeleton = ({ className }: { className?: string }) => (
  <div aria-hidden className={cn('animate-sheen rounded-md bg-muted', className)} />
);

/** Rows of a list that is being fetched. */
export const SkeletonRows = ({ rows = 5, className }: { rows?: number; className?: string }) => (
  <div className="divide-y">
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: the rows are alike and never move
      <div key={row} className={cn('flex h-11 items-center gap-3 px-4', className)}>
        <Skeleton className="size-5 rounded-full" />
        <Skeleton className="h-3.5 w-2/5" />
        <Skeleton className="ml-auto h-3.5 w-16" />
      </div>
    ))}
  </div>
);
