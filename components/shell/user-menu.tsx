'use client';
import { LogOut } from 'lucide-react';
import { useTranslations } from 'next-intl';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu';
import { Monogram } from '../ui/monogram';
import type { Language } from './languages';
import { LookChoices } from './look-choices';
import type { ShellPerson } from './shell-view';

type Props = { person: ShellPerson; onSignOut: () => void; onLocale: (locale: Language) => void };

export function UserMenu({ person, onSignOut, onLocale }: Props) {
  const t = useTranslations('nav');
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={t('userMenu', { name: person.name })}
        className="flex h-9 min-w-0 flex-1 items-center gap-2 rounded-md px-1.5 text-left hover:bg-accent"
      >
        <Monogram name={person.name} seed={person.email} />
        <span className="truncate text-[13px]">{person.name}</span>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" side="top" className="w-60">
        <DropdownMenuLabel className="truncate">{person.email}</DropdownMenuLabel>
        <DropdownMenuSeparator />
        <LookChoices onLocale={onLocale} />
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={onSignOut}>
          <LogOut aria-hidden />
          {t('signOut')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
