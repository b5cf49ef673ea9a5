import {
  BookOpen,
  Bug,
  Code,
  Compass,
  FlaskConical,
  Headphones,
  Languages,
  LineChart,
  type LucideIcon,
  Megaphone,
  PenLine,
  Rocket,
  Scale,
  Search,
  ShieldCheck,
  Users,
  Wrench,
} from 'lucide-react';
import { cn } from '../ui/class-names';

export const TEAM_ICONS: Record<string, LucideIcon> = {
  users: Users,
  code: Code,
  'shield-check': ShieldCheck,
  search: Search,
  'pen-line': PenLine,
  rocket: Rocket,
  bug: Bug,
  'flask-conical': FlaskConical,
  'book-open': BookOpen,
  'line-chart': LineChart,
  megaphone: Megaphone,
  languages: Languages,
  scale: Scale,
  headphones: Headphones,
  compass: Compass,
  wrench: Wrench,
};

/** Colours that a team may have: told apart in both themes. */
export const TEAM_COLORS = [
  '#b4407a',
  '#d1495b',
  '#d97706',
  '#65a30d',
  '#0f9d76',
  '#0e8fb3',
  '#4f6bed',
  '#8b5cf6',
  '#64748b',
] as const;

/** The icon of a team (a known name, or an emoji) on its colour. */
export function TeamIcon({ icon, color, className }: { icon: string; color: string; className?: string }) {
  const Known = TEAM_ICONS[icon];
  return (
    <span
      aria-hidden
      style={{ '--tone': color } as React.CSSProperties}
      className={cn(
        'inline-grid size-6 shrink-0 place-items-center rounded-md border border-[color-mix(in_oklch,var(--tone)_40%,transparent)] bg-[color-mix(in_oklch,var(--tone)_14%,var(--card))] text-[color-mix(in_oklch,var(--tone)_75%,var(--foreground))] text-xs leading-none',
        className,
      )}
    >
      {Known ? <Known className="size-[58%]" /> : <span>{[...icon].slice(0, 2).join('')}</span>}
    </span>
  );
}
