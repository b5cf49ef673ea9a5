const Z = 1.959964;

/** A share with its 95 % interval after Wilson; null of nothing. */
export function share(hits: number, all: number): { value: number; low: number; high: number } | null {
  if (all === 0) return null;
  const value = hits / all;
  const spread = Z ** 2 / all;
  const middle = (value + spread / 2) / (1 + spread);
  const half = (Z * Math.sqrt((value * (1 - value)) / all + spread / (4 * all))) / (1 + spread);
  return { value, low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}
