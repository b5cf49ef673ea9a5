import { z } from 'zod';

/** What PostgreSQL cannot store as text or JSON: the NUL character and halves of surrogate pairs. */
const UNSTORABLE = /\0|\p{Cs}/u;

export const storable = (value: string): boolean => !UNSTORABLE.test(value);

/** What breaks a line or turns its direction: control characters, separators, overrides, halves of surrogate pairs. */
const UNREADABLE = /\p{Cc}|\p{Cs}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

/** One line that a person reads: trimmed, not empty, shown as it was typed; any script and emoji. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(max)
    .refine((value) => !UNREADABLE.test(value), 'Control characters are not allowed');

/** Prose of up to `max` UTF-16 units, line breaks included; may be empty. */
export const prose = (max: number) =>
  z.string().max(max).refine(storable, 'The text has characters that cannot be stored');
