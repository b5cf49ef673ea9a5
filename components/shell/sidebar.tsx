'use client';
import { ChevronRight, Keyboard, Plus, Search } from 'lucide-react';
import Link from 'next/link';
import { usePathname } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useState } from 'react';
import { TeamIcon } from '../team/team-icon';
import { Badge } from '../ui/badge';
import { Button } from '../ui/button';
import { cn } from '../ui/class-names';
import { Kbd } from '../ui/kbd';
import { Tooltip } from '../ui/tooltip';
import type { Language } from './languages';
import { OrganizationMenu } from './organization-menu';
import { hrefOf, ROUTES, type Route, routeAt } from './routes';
import type { ShellOrganization, ShellPerson, ShellTeam } from './shell-view';
import { UserMenu } from './user-menu';

type Props = {
  organization: ShellOrganization;
  organizations: readonly ShellOrganization[];
  person: ShellPerson;
  teams: readonly ShellTeam[];
  /** What waits for this person's decision. */
  waiting: number;
  onSearch: () => void;
  onShortcuts: () => void;
  onNavigate: () => void;
  onSignOut: () => void;
  onLocale: (locale: Language) => void;
};

const navItem =
  'flex min-h-8 w-full items-center gap-2 rounded-md px-2 text-[13px] text-muted-foreground transition-colors hover:bg-accent hover:text-foreground aria-[current=page]:bg-accent aria-[current=page]:font-medium aria-[current=page]:text-foreground max-md:min-h-10 [&_svg]:size-4 [&_svg]:shrink-0';

export function Sidebar(props: Props) {
  const { organization, onNavigate } = props;
  const t = useTranslations('nav');
  const pathname = usePathname();
  const current = routeAt(organization.slug, pathname);
  const inTeam = props.teams.some(({ slug }) =>
    pathname.startsWith(hrefOf(organization.slug, `/teams/${slug}`)),
  );
  const link = (route: Route) => (
    <li key={route.id}>
      <Link
        href={hrefOf(organization.slug, route.path)}
        onClick={onNavigate}
        aria-current={current?.id === route.id ? (inTeam ? 'true' : 'page') : undefined}
        className={navItem}
      >
        <route.icon aria-hidden />
        {t(route.id)}
        {route.id === 'approvals' && props.waiting > 0 ? (
          <Badge tone="warn" className="ml-auto tabular-nums" data-testid="waiting-count">
            {props.waiting}
            <span className="sr-only">{t('waiting')}</span>
          </Badge>
        ) : null}
      </Link>
    </li>
  );
  return (
    <>
      <div className="flex flex-col gap-2 p-2">
        <OrganizationMenu organization={organization} organizations={props.organizations} />
        <Button variant="outline" className="justify-start text-muted-foreground" onClick={props.onSearch}>
          <Search aria-hidden />
          <span className="flex-1 text-left font-normal">{t('search')}</span>
          <Kbd className="max-md:hidden">⌘K</Kbd>
        </Button>
      </div>
      <nav aria-label={t('main')} className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-2 pb-2">
        <ul className="space-y-0.5">{ROUTES.filter(({ group }) => group === 'work').map(link)}</ul>
        <TeamSection {...props} pathname={pathname} />
        <div>
          <p className="px-2 pb-1 text-muted-foreground text-xs">{t('settings')}</p>
          <ul className="space-y-0.5">{ROUTES.filter(({ group }) => group === 'settings').map(link)}</ul>
        </div>
      </nav>
      <div className="flex items-center gap-1 border-t p-2">
        <UserMenu person={props.person} onSignOut={props.onSignOut} onLocale={props.onLocale} />
        <Tooltip content={t('shortcuts')}>
          <Button variant="ghost" size="icon" aria-label={t('shortcuts')} onClick={props.onShortcuts}>
            <Keyboard aria-hidden />
          </Button>
        </Tooltip>
      </div>
    </>
  );
}

function TeamSection({ organization, teams, onNavigate, pathname }: Props & { pathname: string }) {
  const t = useTranslations('nav');
  const [open, setOpen] = useState(true);
  return (
    <div>
      <div className="flex items-center justify-between pr-1">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="flex min-h-6 items-center gap-1 rounded-sm px-2 text-muted-foreground text-xs hover:text-foreground"
        >
          {t('yourTeams')}
          <ChevronRight aria-hidden className={cn('size-3 transition-transform', open && 'rotate-90')} />
        </button>
        <Link
          href={hrefOf(organization.slug, '/teams/new')}
          onClick={onNavigate}
          aria-label={t('newTeam')}
          className="grid size-6 place-items-center rounded-sm text-muted-foreground hover:bg-accent hover:text-foreground"
        >
          <Plus aria-hidden className="size-3.5" />
        </Link>
      </div>
      {open ? (
        <ul className="mt-0.5 space-y-0.5">
          {teams.map((team) => {
            const href = hrefOf(organization.slug, `/teams/${team.slug}`);
            return (
              <li key={team.slug}>
                <Link
                  href={href}
                  onClick={onNavigate}
                  aria-current={pathname === href || pathname.startsWith(`${href}/`) ? 'page' : undefined}
                  className={navItem}
                >
                  <TeamIcon icon={team.icon} color={team.color} className="size-5" />
                  <span className="truncate">{team.name}</span>
                </Link>
              </li>
            );
          })}
          {teams.length === 0 ? (
            <li className="px-2 py-1 text-muted-foreground text-xs">{t('noTeams')}</li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}
