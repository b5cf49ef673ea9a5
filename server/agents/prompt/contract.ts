import { inOrder } from '@domain/team/contract-order';
import { readBySchema } from '@domain/team/contract-schema';
import type { JsonSchema, ModelRequest } from '../port';
import { jsonIn } from './json-in';

/** The structured output that a contract with a JSON Schema asks for. */
export const contractSchema = (jsonSchema: JsonSchema): NonNullable<ModelRequest['schema']> => ({
  name: 'contract',
  jsonSchema: inOrder(jsonSchema),
});

export type ContractReading =
  | { ok: true; value: unknown }
  /** `repair` is the message that asks the model to say it again. */
  | { ok: false; problem: string; repair: string };

/** The value of a delivery, or why it does not keep its contract. */
export function readContract(schema: JsonSchema, text: string): ContractReading {
  const value = jsonIn(text.trim());
  const reading =
    value === undefined ? { ok: false as const, problem: 'it is not JSON' } : readBySchema(schema, value);
  if (reading.ok) return reading;
  const { problem } = reading;
  return {
    ok: false,
    problem,
    repair: `Your answer does not keep the contract's schema: ${problem}. Answer with one JSON object of that schema and nothing else.`,
  };
}
