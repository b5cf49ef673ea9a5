import { dollars, MICROS_PER_DOLLAR } from '@domain/money';

/** Micro-dollars of what is typed as dollars, with a point or a comma; null when it is no amount. */
export function microsOf(typed: string): number | null {
  const value = typed.trim() === '' ? Number.NaN : Number(typed.replace(',', '.'));
  return Number.isFinite(value) && value >= 0 ? Math.round(value * MICROS_PER_DOLLAR) : null;
}

/** What is typed, as a number; nothing typed is none, and the rules say so at the field. */
export const typedNumber = (typed: string): number | null =>
  typed.trim() === '' ? null : Number(typed.replace(',', '.'));

/** An amount as it would be typed. */
export const typedDollars = (micros: number): string => String(dollars(micros));
