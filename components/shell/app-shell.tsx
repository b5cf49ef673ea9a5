'use client';
import { Menu, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button';
import { Sheet } from '../ui/sheet';
import type { Language } from './languages';
import { Mark } from './logo';
import { Palette } from './palette';
import { ACTIONS, hrefOf, ROUTES } from './routes';
import type { ShellOrganization, ShellPerson, ShellTeam } from './shell-view';
import { ShortcutSheet } from './shortcut-sheet';
import { Sidebar } from './sidebar';
import { useShortcuts } from './use-shortcuts';

type Props = {
  organization: ShellOrganization;
  organizations: readonly ShellOrganization[];
  person: ShellPerson;
  teams: readonly ShellTeam[];
  waiting: number;
  onSignOut: () => void;
  onLocale: (locale: Language) => void;
  children: ReactNode;
};

const targets = [...ROUTES, ...ACTIONS];

/** The frame of every page of an organization: sidebar (a drawer on a phone), palette, shortcuts. */
export function AppShell({ organization, children, ...rest }: Props) {
  const t = useTranslations('nav');
  const router = useRouter();
  const [drawer, setDrawer] = useState(false);
  const [palette, setPalette] = useState(false);
  const [sheet, setSheet] = useState(false);
  const shortcuts = useShortcuts({
    onKey: (key) => {
      const target = targets.find((one) => one.key === key);
      if (target) router.push(hrefOf(organization.slug, target.path));
    },
    onPalette: () => setPalette((open) => !open),
    onSheet: () => setSheet(true),
  });
  const sidebar = (
    <Sidebar
      {...rest}
      organization={organization}
      onSearch={() => setPalette(true)}
      onShortcuts={() => setSheet(true)}
      onNavigate={() => setDrawer(false)}
    />
  );
  return (
    <div className="flex min-h-dvh">
      <aside className="sticky top-0 hidden h-dvh w-60 shrink-0 flex-col border-r bg-surface md:flex">
        {sidebar}
      </aside>
      <Sheet open={drawer} onOpenChange={setDrawer} title={t('menu')}>
        {sidebar}
      </Sheet>
      <div className="flex min-w-0 flex-1 flex-col">
        <header className="sticky top-0 z-30 flex h-12 items-center gap-2 border-b bg-background/90 px-3 backdrop-blur md:hidden">
          <Button variant="ghost" size="icon" aria-label={t('menu')} onClick={() => setDrawer(true)}>
            <Menu aria-hidden />
          </Button>
          <Mark className="size-5" />
          <span className="truncate font-medium text-[13px]">{organization.name}</span>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('search')}
            onClick={() => setPalette(true)}
            className="ml-auto"
          >
            <Search aria-hidden />
          </Button>
        </header>
        <main
          id="content"
          tabIndex={-1}
          className="mx-auto w-full max-w-[1320px] flex-1 px-4 py-6 outline-none sm:px-6 lg:px-8"
        >
          {children}
        </main>
      </div>
      <Palette
        open={palette}
        onOpenChange={setPalette}
        organization={organization}
        organizations={rest.organizations}
        teams={rest.teams}
      />
      <ShortcutSheet
        open={sheet}
        onOpenChange={setSheet}
        enabled={shortcuts.enabled}
        onEnabled={shortcuts.setEnabled}
      />
    </div>
  );
}
