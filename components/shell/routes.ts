import {
  Bot,
  Building2,
  Cable,
  FolderKanban,
  House,
  Inbox,
  type LucideIcon,
  Play,
  UserRound,
  Users,
  Wallet,
} from 'lucide-react';

type RouteId =
  | 'home'
  | 'approvals'
  | 'teams'
  | 'runs'
  | 'agents'
  | 'projects'
  | 'costs'
  | 'providers'
  | 'organization'
  | 'account';

export type Route = {
  id: RouteId;
  /** Below `/o/<organization>`. */
  path: string;
  icon: LucideIcon;
  /** The single key that goes there. */
  key: string;
  group: 'work' | 'settings';
};

/** Every place of an organization, once: the sidebar, the palette, the shortcuts and the breadcrumbs read this. */
export const ROUTES: readonly Route[] = [
  { id: 'home', path: '', icon: House, key: 'h', group: 'work' },
  { id: 'runs', path: '/runs', icon: Play, key: 'r', group: 'work' },
  { id: 'approvals', path: '/approvals', icon: Inbox, key: 'i', group: 'work' },
  { id: 'teams', path: '/teams', icon: Users, key: 't', group: 'work' },
  { id: 'agents', path: '/agents', icon: Bot, key: 'a', group: 'work' },
  { id: 'projects', path: '/projects', icon: FolderKanban, key: 'p', group: 'work' },
  { id: 'costs', path: '/costs', icon: Wallet, key: 'b', group: 'work' },
  { id: 'providers', path: '/settings/providers', icon: Cable, key: 'm', group: 'settings' },
  { id: 'organization', path: '/settings/organization', icon: Building2, key: 'o', group: 'settings' },
  { id: 'account', path: '/settings/account', icon: UserRound, key: 'u', group: 'settings' },
];

/** What is done from anywhere, by palette or key. */
export const ACTIONS = [
  { id: 'newTeam', path: '/teams/new', key: 'n' },
  { id: 'newAgent', path: '/agents/new', key: 'c' },
] as const;

export const hrefOf = (org: string, path: string): string => `/o/${org}${path}`;

/** The route that a path of the organization belongs to: the longest that it starts with. */
export function routeAt(org: string, pathname: string): Route | undefined {
  const below = pathname.slice(hrefOf(org, '').length);
  return [...ROUTES]
    .sort((a, b) => b.path.length - a.path.length)
    .find(({ path }) =>
      path === '' ? below === '' || below === '/' : below === path || below.startsWith(`${path}/`),
    );
}
