import { Card } from '@/components/ui/card';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';

export const RunSkeleton = () => (
  <div className="flex flex-col gap-5">
    <div className="space-y-2">
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-7 w-3/5" />
      <Skeleton className="h-4 w-64" />
    </div>
    <Skeleton className="h-16 w-full rounded-lg" />
    <Card className="h-44" />
    <div className="grid gap-4 lg:grid-cols-[minmax(20rem,26rem)_minmax(0,1fr)]">
      <Card>
        <SkeletonRows rows={4} />
      </Card>
      <Card className="h-72" />
    </div>
  </div>
);
