import { z } from 'zod';
import { Role } from '../access/actor';
import { Id, Slug } from '../ids';
import { line } from '../text';

export const OrganizationName = line(100);

/** An organization in the list of those that a person belongs to. `role`: their highest role on any unit. */
export const OrganizationBadge = z.strictObject({
  id: Id,
  slug: Slug,
  name: z.string(),
  role: Role,
  suspended: z.boolean(),
});
export type OrganizationBadge = z.infer<typeof OrganizationBadge>;

/** What a member sees of the organization that they are in, with their own roles by unit. */
export const Organization = z.strictObject({
  ...OrganizationBadge.shape,
  rootUnitId: Id,
  /** Its agents may hand work over to each other. */
  handoff: z.boolean(),
  memberships: z.array(z.strictObject({ unitId: Id, role: Role })),
  createdAt: z.iso.datetime(),
});
export type Organization = z.infer<typeof Organization>;

export const OrganizationCreate = z.strictObject({ name: OrganizationName, slug: Slug.optional() });
export type OrganizationCreate = z.infer<typeof OrganizationCreate>;

/** What is left out stays. The slug stands in every address, so it is not part of an update. */
export const OrganizationUpdate = z.strictObject({
  name: OrganizationName.optional(),
  handoff: z.boolean().optional(),
});
export type OrganizationUpdate = z.infer<typeof OrganizationUpdate>;
