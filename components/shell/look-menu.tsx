'use client';
import { Settings2 } from 'lucide-react';
import { useTranslations } from 'next-intl';
import { Button } from '../ui/button';
import { DropdownMenu, DropdownMenuContent, DropdownMenuTrigger } from '../ui/dropdown-menu';
import type { Language } from './languages';
import { LookChoices } from './look-choices';

/** Theme and language for those who are not signed in. */
export function LookMenu({ onLocale }: { onLocale: (locale: Language) => void }) {
  const t = useTranslations('nav');
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="ghost" size="icon" aria-label={t('look')}>
          <Settings2 aria-hidden />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        <LookChoices onLocale={onLocale} />
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
