import { z } from 'zod';

/** Every id is a UUID (v7, made by the application), in small letters as the database writes it. */
export const Id = z.uuid().toLowerCase();
export type Id = z.infer<typeof Id>;

/** What stands in a URL: lower case, digits and single dashes. */
export const Slug = z
  .string()
  .min(2)
  .max(48)
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/);
export type Slug = z.infer<typeof Slug>;

/** A slug from any name; empty when the name has no Latin letter or digit (the caller then adds one). */
export function slugify(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40)
    .replace(/-+$/, '');
}
