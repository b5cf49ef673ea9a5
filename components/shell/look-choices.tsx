'use client';
import { useLocale, useTranslations } from 'next-intl';
import { useTheme } from 'next-themes';
import {
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
} from '../ui/dropdown-menu';
import { LANGUAGES, type Language } from './languages';
import { THEMES } from './themes';

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
      <DropdownMenuRadioGroup
        value={locale}
        onValueChange={(next) => {
          const chosen = LANGUAGES.find(({ id }) => id === next);
          if (chosen) onLocale(chosen.id);
        }}
      >
        {LANGUAGES.map(({ id, name }) => (
          <DropdownMenuRadioItem key={id} value={id} lang={id}>
            {name}
          </DropdownMenuRadioItem>
        ))}
      </DropdownMenuRadioGroup>
    </>
  );
}
