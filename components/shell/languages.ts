import type { Locale } from '@domain/account/account';

export type Language = Locale;

/** Each language by its own name. */
export const LANGUAGES: readonly { id: Language; name: string }[] = [
  { id: 'en', name: 'English' },
  { id: 'ru', name: 'Русский' },
];
