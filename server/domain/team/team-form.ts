import { z } from 'zod';
import { Id, Slug } from '../ids';
import { line, prose } from '../text';

const Name = line(80);
const Description = prose(2_000);
/** A name of an icon of the interface, or one emoji. */
const Icon = line(32);
const Color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/)
  .toLowerCase();

/** What a person fills in for a team; without a slug one is made from the name. */
export const TeamCreate = z.strictObject({
  name: Name,
  slug: Slug.optional(),
  description: Description.default(''),
  icon: Icon.default('users'),
  color: Color.default('#6366f1'),
  /** Left out: the organization's default coordinator. */
  hubAgentId: Id.optional(),
  unitId: Id.nullable().default(null),
  /** Becomes version 1. Checked by the rules of manifests, which answer 422 with all problems at once. */
  manifest: z.unknown().optional(),
  origin: z.enum(['human', 'template']).default('human'),
  note: prose(2_000).default(''),
  /** Puts version 1 in force at once. */
  apply: z.boolean().default(false),
});
export type TeamCreate = z.infer<typeof TeamCreate>;

/** The card's own fields: the manifest changes by a version, the unit by its own procedure. */
export const TeamUpdate = z.strictObject({
  name: Name.optional(),
  slug: Slug.optional(),
  description: Description.optional(),
  icon: Icon.optional(),
  color: Color.optional(),
  hubAgentId: Id.optional(),
});
export type TeamUpdate = z.infer<typeof TeamUpdate>;
