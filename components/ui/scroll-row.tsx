'use client';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { cn } from './class-names';

type Props = {
  label: string;
  className?: string;
  /** Where in the content to look, in px from its left; the row goes there whenever it changes. */
  center?: number;
  children: ReactNode;
};

/** Content that may be wider than its place: it scrolls sideways, and fades where there is more. */
export function ScrollRow(props: Props) {
  const row = useRef<HTMLElement>(null);
  const [more, setMore] = useState({ left: false, right: false });
  const look = useCallback(() => {
    if (!row.current) return;
    const { scrollLeft, scrollWidth, clientWidth } = row.current;
    const next = { left: scrollLeft > 1, right: scrollLeft + clientWidth < scrollWidth - 1 };
    setMore((known) => (known.left === next.left && known.right === next.right ? known : next));
  }, []);
  useEffect(() => {
    if (!row.current) return;
    const sizes = new ResizeObserver(look);
    sizes.observe(row.current);
    for (const child of row.current.children) sizes.observe(child);
    return () => sizes.disconnect();
  }, [look]);
  const { center } = props;
  useEffect(() => {
    if (row.current && center !== undefined) row.current.scrollLeft = center - row.current.clientWidth / 2;
  }, [center]);
  return (
    <div className="relative min-w-0 overflow-hidden rounded-b-lg">
      <section
        ref={row}
        aria-label={props.label}
        onScroll={look}
        className={cn('overflow-x-auto', props.className)}
      >
        {props.children}
      </section>
      <Fade shown={more.left} className="left-0 bg-linear-to-r" />
      <Fade shown={more.right} className="right-0 bg-linear-to-l" />
    </div>
  );
}

const Fade = ({ shown, className }: { shown: boolean; className: string }) => (
  <span
    aria-hidden
    className={cn(
      'pointer-events-none absolute inset-y-0 w-14 from-card via-card/70 to-transparent transition-opacity',
      shown ? 'opacity-100' : 'opacity-0',
      className,
    )}
  />
);
