import { cn } from '../ui/class-names';

/** Three players on an arc: the mark of Troupe. */
export const Mark = ({ className }: { className?: string }) => (
  <svg aria-hidden viewBox="0 0 24 24" fill="none" className={cn('size-6 shrink-0 text-brand', className)}>
    <path
      d="M3.5 17.5C6.5 8 17.5 8 20.5 17.5"
      stroke="currentColor"
      strokeWidth="1.8"
      strokeLinecap="round"
      opacity=".45"
    />
    <circle cx="4" cy="17.5" r="2.6" fill="currentColor" />
    <circle cx="12" cy="10" r="3.4" fill="currentColor" />
    <circle cx="20" cy="17.5" r="2.6" fill="currentColor" />
  </svg>
);

export const Logo = ({ name }: { name: string }) => (
  <span className="flex items-center gap-2 font-semibold text-[15px] tracking-tight">
    <Mark />
    {name}
  </span>
);
