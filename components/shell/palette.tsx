'use client';
import { Command } from 'cmdk';
import { Plus, Search } from 'lucide-react';
import { useRouter } from 'next/navigation';
import { useTranslations } from 'next-intl';
import { useTheme } from 'next-themes';
import { Dialog as Primitive } from 'radix-ui';
import type { ReactNode } from 'react';
import { TeamIcon } from '../team/team-icon';
import { Kbd } from '../ui/kbd';
import { Monogram } from '../ui/monogram';
import { ACTIONS, hrefOf, ROUTES } from './routes';
import type { ShellOrganization, ShellTeam } from './shell-view';
import { THEMES } from './themes';

type Props = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  organization: ShellOrganization;
  organizations: readonly ShellOrganization[];
  teams: readonly ShellTeam[];
};

const group =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-muted-foreground [&_[cmdk-group-heading]]:text-xs';

/** Go somewhere, do something, open a team: by typing. */
export function Palette({ open, onOpenChange, organization, organizations, teams }: Props) {
  const t = useTranslations('palette');
  const nav = useTranslations('nav');
  const router = useRouter();
  const { setTheme } = useTheme();
  const act = (action: () => void) => () => {
    onOpenChange(false);
    action();
  };
  const go = (path: string) => act(() => router.push(path));
  return (
    <Primitive.Root open={open} onOpenChange={onOpenChange}>
      <Primitive.Portal>
        <Primitive.Overlay className="fixed inset-0 z-40 bg-black/40" />
        <Primitive.Content
          aria-describedby={undefined}
          className="-translate-x-1/2 fixed top-[12vh] left-1/2 z-50 w-[min(36rem,calc(100vw-1.5rem))] animate-rise overflow-hidden rounded-xl border bg-popover shadow-floating"
        >
          <Primitive.Title className="sr-only">{t('title')}</Primitive.Title>
          <Command label={t('title')} loop>
            <div className="flex items-center gap-2 border-b px-3">
              <Search aria-hidden className="size-4 text-muted-foreground" />
              <Command.Input
                placeholder={t('placeholder')}
                className="h-11 w-full bg-transparent text-sm outline-none"
              />
              <Kbd>esc</Kbd>
            </div>
            <Command.List className="max-h-[min(24rem,60vh)] overflow-y-auto p-1">
              <Command.Empty className="py-8 text-center text-[13px] text-muted-foreground">
                {t('empty')}
              </Command.Empty>
              <Command.Group heading={t('go')} className={group}>
                {ROUTES.map(({ id, path, icon: Icon, key }) => (
                  <Item
                    key={id}
                    icon={<Icon aria-hidden />}
                    hint={key}
                    onSelect={go(hrefOf(organization.slug, path))}
                  >
                    {nav(id)}
                  </Item>
                ))}
              </Command.Group>
              <Command.Group heading={t('act')} className={group}>
                {ACTIONS.map(({ id, path, key }) => (
                  <Item
                    key={id}
                    icon={<Plus aria-hidden />}
                    hint={key}
                    onSelect={go(hrefOf(organization.slug, path))}
                  >
                    {nav(id)}
                  </Item>
                ))}
                {THEMES.map(({ id, icon: Icon }) => (
                  <Item key={id} icon={<Icon aria-hidden />} onSelect={act(() => setTheme(id))}>
                    {t('useTheme', { theme: nav(`themes.${id}`) })}
                  </Item>
                ))}
              </Command.Group>
              {teams.length > 0 ? (
                <Command.Group heading={nav('teams')} className={group}>
                  {teams.map((team) => (
                    <Item
                      key={team.slug}
                      value={`${team.name} ${team.slug}`}
                      icon={<TeamIcon icon={team.icon} color={team.color} className="size-5" />}
                      onSelect={go(hrefOf(organization.slug, `/teams/${team.slug}`))}
                    >
                      {team.name}
                    </Item>
                  ))}
                </Command.Group>
              ) : null}
              {organizations.length > 1 ? (
                <Command.Group heading={nav('organizations')} className={group}>
                  {organizations.map((one) => (
                    <Item
                      key={one.slug}
                      value={`${one.name} ${one.slug}`}
                      icon={<Monogram name={one.name} seed={one.slug} square className="size-5 text-[8px]" />}
                      onSelect={go(hrefOf(one.slug, ''))}
                    >
                      {one.name}
                    </Item>
                  ))}
                </Command.Group>
              ) : null}
            </Command.List>
          </Command>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}

function Item(props: {
  icon: ReactNode;
  hint?: string;
  value?: string;
  onSelect: () => void;
  children: ReactNode;
}) {
  return (
    <Command.Item
      value={props.value}
      onSelect={props.onSelect}
      className="flex min-h-9 cursor-default items-center gap-2.5 rounded-md px-2 text-[13px] data-[selected=true]:bg-accent [&_svg]:size-4 [&_svg]:text-muted-foreground"
    >
      {props.icon}
      <span className="truncate">{props.children}</span>
      {props.hint ? <Kbd className="ml-auto">{props.hint.toUpperCase()}</Kbd> : null}
    </Command.Item>
  );
}
