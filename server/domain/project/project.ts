import { z } from 'zod';
import { Id, Slug } from '../ids';

export const ProjectName = z.string().trim().min(1).max(100);
export const ProjectDescription = z.string().trim().max(2_000);

/** Where runs, their files and their budgets live. */
export const Project = z.strictObject({
  id: Id,
  slug: Slug,
  name: ProjectName,
  description: ProjectDescription,
  unitId: Id.nullable(),
  createdAt: z.iso.datetime(),
  archivedAt: z.iso.datetime().nullable(),
});
export type Project = z.infer<typeof Project>;

/** What a person fills in; without a slug one is made from the name. */
export const ProjectCreate = z.strictObject({
  name: ProjectName,
  slug: Slug.optional(),
  description: ProjectDescription.default(''),
  unitId: Id.nullable().default(null),
});
export type ProjectCreate = z.infer<typeof ProjectCreate>;

/** The unit is never part of an update: binding is its own procedure. */
export const ProjectUpdate = z.strictObject({
  name: ProjectName.optional(),
  description: ProjectDescription.optional(),
});
export type ProjectUpdate = z.infer<typeof ProjectUpdate>;
