import type { Verdict } from '@domain/run/fact';
import type { PlanStep } from '@domain/run/plan';
import type { ModelRequest } from '../../agents/port';
import { contractSchema, readContract } from '../../agents/prompt/contract';
import { readVerdict, VERDICT_SCHEMA } from '../../agents/prompt/verdict';

export type Delivery =
  | { ok: true; verdict?: Verdict; value?: unknown }
  /** `reason`: what the step fails with when it cannot be repaired. */
  | { ok: false; reason: 'verdict_invalid' | 'contract_invalid'; problem: string; repair: string };

/** The structured output that a step is asked for, if any. */
export function schemaOf({ reviewOf, contractSchema: schema }: PlanStep): ModelRequest['schema'] {
  if (reviewOf !== undefined) return VERDICT_SCHEMA;
  return schema && contractSchema(schema);
}

/** What an answer delivers: a reviewer's verdict, a value by the contract's schema, or text as it is. */
export function readDelivery({ reviewOf, contractSchema: schema }: PlanStep, text: string): Delivery {
  if (reviewOf !== undefined) {
    const reading = readVerdict(text);
    return reading.ok ? reading : { ...reading, reason: 'verdict_invalid' };
  }
  if (!schema) return { ok: true };
  const reading = readContract(schema, text);
  return reading.ok ? reading : { ...reading, reason: 'contract_invalid' };
}
