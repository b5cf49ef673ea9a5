import { z } from 'zod';
import { Id } from '../ids';

/** A node of an organization's tree. `path`: unit ids from the root to this unit, both included. */
export const Unit = z.strictObject({
  id: Id,
  parentId: Id.nullable(),
  name: z.string(),
  path: z.array(Id),
});
export type Unit = z.infer<typeof Unit>;
