import { LoaderCircle } from 'lucide-react';
import { cn } from './class-names';

export const Spinner = ({ className }: { className?: string }) => (
  <LoaderCircle aria-hidden className={cn('size-4 animate-spin', className)} />
);
