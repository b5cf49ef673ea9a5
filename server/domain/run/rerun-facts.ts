import { z } from 'zod';

/** The ended run that a run repeats, and the slot from which it does; without one it repeats all. */
export const RerunOf = z.object({ runId: z.string(), from: z.string().optional() });
export type RerunOf = z.infer<typeof RerunOf>;

/** A step that is done from the start. Its artifact is the new run's own, a copy or a person's edition of the old one. */
export const Reused = z.object({
  stepId: z.string(),
  artifactId: z.string(),
  preview: z.string(),
  /** The person whose words stand in for what was delivered. */
  editedBy: z.string().optional(),
});
export type Reused = z.infer<typeof Reused>;
