'use client';
import { Monitor, Moon, Sun } from 'lucide-react';
import { useLocale, useTranslations } from 'next-intl';
import { useTheme } from 'next-themes';
import {
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from '../ui/dropdown-menu';
import { LANGUAGES, type Language } from './languages';

const THEMES = [
  { id: 'system', icon: Monitor },
  { id: 'light', icon: Sun },
  { id: 'dark', icon: Moon },
] as const;

/** Theme and language, as parts of a menu. */
export function LookChoices({ onLocale }: { onLocale: (locale: Language) => void }) {
  const t = useTranslations('nav');
  const locale = useLocale();
  const { theme, setTheme } = useTheme();
  return (
    <>
      <DropdownMenuLabel>{t('theme')}</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={theme ?? 'system'} onValueChange={setTheme}>
        {THEMES.map(({ id, icon: Icon }) => (
          <DropdownMenuRadioItem key={id} value={id}>
            <Icon aria-hidden />
            {t(`themes.${id}`)}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
      <DropdownMenuSeparator />
      <DropdownMenuLabel>{t('language')}</DropdownMenuLabel>
      <DropdownMenuRadioGroup value={locale} onValueChange={(next) => onLocale(next === 'ru' ? 'ru' : 'en')}>
        {LANGUAGES.map(({ id, name }) => (
          <DropdownMenuRadioItem key={id} value={id} lang={id}>
            {name}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}
