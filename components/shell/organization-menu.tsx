'use client';
import { ChevronsUpDown, Plus } from 'lucide-react';
import Link from 'next/link';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '../ui/dropdown-menu';
import { Monogram } from '../ui/monogram';
import { hrefOf } from './routes';
import type { ShellOrganization } from './shell-view';

type Props = { organization: ShellOrganization; organizations: readonly ShellOrganization[] };

export function OrganizationMenu({ organization, organizations }: Props) {
  const t = useTranslations('nav');
  const router = useRouter();
  return (
    <DropdownMenu>
      <DropdownMenuTrigger
        aria-label={t('organizationMenu', { name: organization.name })}
        className="flex h-9 w-full items-center gap-2 rounded-md px-1.5 text-left hover:bg-accent"
      >
        <Monogram name={organization.name} seed={organization.slug} square />
        <span className="min-w-0 flex-1 truncate font-medium text-[13px]">{organization.name}</span>
        <ChevronsUpDown aria-hidden className="size-3.5 shrink-0 text-muted-foreground" />
      </DropdownMenuTrigger>
      <DropdownMenuContent align="start" className="w-60">
        <DropdownMenuLabel>{t('organizations')}</DropdownMenuLabel>
        <DropdownMenuRadioGroup
          value={organization.slug}
          onValueChange={(slug) => router.push(hrefOf(slug, ''))}
        >
          {organizations.map((one) => (
            <DropdownMenuRadioItem key={one.slug} value={one.slug}>
              <Monogram name={one.name} seed={one.slug} square className="size-5 text-[8px]" />
              <span className="truncate">{one.name}</span>
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link href="/create-organization">
            <Plus aria-hidden />
            {t('newOrganization')}
          </Link>
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
