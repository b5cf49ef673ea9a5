import { z } from 'zod';

/** Money is an integer number of micro-dollars: 1,000,000 = 1 USD. */
export const Micros = z.int().min(0).max(1_000_000_000_000);
export type Micros = z.infer<typeof Micros>;

export const MICROS_PER_DOLLAR = 1_000_000;

/** Price of a model in micro-dollars per million tokens. */
export const ModelPrice = z.strictObject({ inputPerMillion: Micros, outputPerMillion: Micros });
export type ModelPrice = z.infer<typeof ModelPrice>;

/** Cost of a call in micro-dollars, rounded up so that a ledger never under-counts. */
export function costMicros(price: ModelPrice, inputTokens: number, outputTokens: number): number {
  return Math.ceil((price.inputPerMillion * inputTokens + price.outputPerMillion * outputTokens) / 1_000_000);
}

export const dollars = (micros: number): number => micros / MICROS_PER_DOLLAR;
