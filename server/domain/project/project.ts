import { z } from 'zod';
import { Id, Slug } from '../ids';
import { line, prose } from '../text';

const Name = line(100);
const Description = prose(2_000).trim();

/** Where runs, their files and their budgets live. */
export const Project = z.strictObject({
  id: Id,
  slug: Slug,
  name: z.string(),
  description: z.string(),
  unitId: Id.nullable(),
  createdAt: z.iso.datetime(),
  archivedAt: z.iso.datetime().nullable(),
});
export type Project = z.infer<typeof Project>;

/** What a person fills in; without a slug one is made from the name. */
export const ProjectCreate = z.strictObject({
  name: Name,
  slug: Slug.optional(),
  description: Description.default(''),
  unitId: Id.nullable().default(null),
});
export type ProjectCreate = z.infer<typeof ProjectCreate>;

/** The unit is never part of an update: binding is its own procedure. */
export const ProjectUpdate = z.strictObject({
  name: Name.optional(),
  description: Description.optional(),
});
export type ProjectUpdate = z.infer<typeof ProjectUpdate>;
