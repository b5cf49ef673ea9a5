import { cn } from './class-names';

const HUES = [350, 30, 75, 140, 175, 220, 255, 300];

/** The same hue for the same key, so that an agent is recognised across pages. */
const hueOf = (key: string): number => {
  let hash = 0;
  for (const char of key) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) >>> 0;
  return HUES[hash % HUES.length] ?? 350;
};

const initials = (name: string): string => {
  const words = name.trim().split(/\s+/);
  const letters = words.length > 1 ? [words[0], words[1]] : [words[0]];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
};

/** Initials on a colour of their own; the name beside it is what carries the meaning. */
export const Monogram = (props: { name: string; seed?: string; square?: boolean; className?: string }) => {
  const hue = hueOf(props.seed ?? props.name);
  return (
    <span
      aria-hidden
      style={{ '--tone': `oklch(0.56 0.13 ${hue})` } as React.CSSProperties}
      className={cn(
        'inline-grid size-6 shrink-0 select-none place-items-center border border-[color-mix(in_oklch,var(--tone)_35%,transparent)] bg-[color-mix(in_oklch,var(--tone)_16%,var(--card))] font-semibold text-[10px] leading-none',
        props.square ? 'rounded-md' : 'rounded-full',
        props.className,
      )}
    >
      {initials(props.name)}
    </span>
  );
};
