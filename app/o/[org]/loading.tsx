import { Card } from '@/components/ui/card';
import { Skeleton, SkeletonRows } from '@/components/ui/skeleton';

export default function Loading() {
  return (
    <div className="flex animate-late flex-col gap-5">
      <Skeleton className="h-7 w-48" />
      <Card>
        <SkeletonRows rows={6} />
      </Card>
    </div>
  );
}
