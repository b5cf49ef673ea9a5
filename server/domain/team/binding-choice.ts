import { z } from 'zod';
import { Id } from '../ids';

/** Slot → agent, as a starter chooses. A key that zod would leave out in silence is refused like any other mistake. */
export const BindingChoice = z
  .unknown()
  .refine((given) => typeof given !== 'object' || given === null || !Object.hasOwn(given, '__proto__'), {
    error: 'There is no such slot',
  })
  .pipe(z.record(z.string(), Id));
export type BindingChoice = z.infer<typeof BindingChoice>;
