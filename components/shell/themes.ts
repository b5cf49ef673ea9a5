import { Monitor, Moon, Sun } from 'lucide-react';

/** What next-themes knows, in the order of a menu. */
export const THEMES = [
  { id: 'system', icon: Monitor },
  { id: 'light', icon: Sun },
  { id: 'dark', icon: Moon },
] as const;
