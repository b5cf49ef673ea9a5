/** A folder of the source: what of ours and which packages it may import. First match of a path wins. */
export type Layer = { path: RegExp; name: string; own: RegExp[]; packages: RegExp[] };

const p = (...names: string[]) => names.map((name) => new RegExp(`^${name}$`));
const own = (...paths: string[]) => paths.map((path) => new RegExp(`^${path}`));

const DOMAIN = 'server/domain/';
/** The environment, the log and the points at which a fault test may stop a process. */
const ALWAYS = ['server/env.ts', 'server/log.ts', 'server/failpoint.ts'];
const NODE = 'node:\\*';
const UI = [
  ...['react', 'react-dom', 'next', 'next-intl', 'next-themes', 'radix-ui', 'lucide-react', 'sonner', 'cmdk'],
  ...['class-variance-authority', 'clsx', 'tailwind-merge', 'zod', 'geist'],
  ...['react-hook-form', '@hookform/resolvers', 'streamdown', 'use-stick-to-bottom', 'diff', '@dnd-kit/\\w+'],
];
const AI = ['ai', '@ai-sdk/[\\w-]+', 'zod'];
const QUERY = ['@tanstack/react-query', '@trpc/[\\w-]+'];

export const LAYERS: Layer[] = [
  { name: 'domain', path: /^server\/domain\//, own: own(DOMAIN), packages: p('zod') },
  { name: 'env', path: /^server\/(env|failpoint)\.ts$/, own: own(...ALWAYS), packages: p('zod', NODE) },
  { name: 'log', path: /^server\/log\.ts$/, own: own('server/env.ts'), packages: p('pino', NODE) },
  {
    name: 'db',
    path: /^server\/db\//,
    own: own('server/db/', DOMAIN, ...ALWAYS),
    packages: p('@prisma/client', '@prisma/adapter-pg', 'pg', 'zod', NODE),
  },
  {
    name: 'queue',
    path: /^server\/queue\//,
    own: own('server/queue/', DOMAIN, ...ALWAYS),
    packages: p('bullmq', 'ioredis', 'pg', 'zod', NODE),
  },
  {
    name: 'auth',
    path: /^server\/auth\//,
    own: own('server/auth/', DOMAIN, 'server/db/', ...ALWAYS),
    packages: p('next-auth', '@node-rs/argon2', 'rate-limiter-flexible', 'ipaddr.js', 'next', 'zod', NODE),
  },
  {
    name: 'net',
    path: /^server\/net\//,
    own: own('server/net/', DOMAIN, ...ALWAYS),
    packages: p('undici', 'ipaddr.js', 'zod', NODE),
  },
  {
    name: 'crypto',
    path: /^server\/crypto\//,
    own: own('server/crypto/', DOMAIN, ...ALWAYS),
    packages: p('zod', NODE),
  },
  {
    name: 'live',
    path: /^server\/live\//,
    own: own('server/live/', DOMAIN, 'server/db/', 'server/queue/', ...ALWAYS),
    packages: p('ioredis', 'pg', 'zod', NODE),
  },
  {
    name: 'mail',
    path: /^server\/mail\//,
    own: own('server/mail/', DOMAIN, ...ALWAYS),
    packages: p('zod', NODE),
  },
  {
    name: 'agents',
    path: /^server\/agents\//,
    own: own('server/agents/', DOMAIN, 'server/net/', 'server/crypto/', ...ALWAYS),
    packages: p(...AI, NODE),
  },
  {
    name: 'services',
    path: /^server\/services\//,
    own: own(
      ...['server/services/', DOMAIN, 'server/db/', 'server/queue/', 'server/agents/', 'server/net/'],
      ...['server/crypto/', 'server/live/', 'server/mail/', ...ALWAYS],
    ),
    packages: p('zod', 'pg', NODE),
  },
  {
    name: 'trpc',
    path: /^server\/trpc\//,
    own: own(
      ...['server/trpc/', 'server/services/', DOMAIN, 'server/auth/', 'server/net/', 'server/crypto/'],
      ...['server/live/', 'server/mail/', 'server/db/ids.ts', ...ALWAYS],
    ),
    packages: p('@trpc/server', 'zod', NODE),
  },
  {
    name: 'workers',
    path: /^workers\//,
    own: own('workers/', 'server/services/', DOMAIN, 'server/queue/', ...ALWAYS),
    packages: p('bullmq', 'zod', NODE),
  },
  {
    name: 'components',
    path: /^components\//,
    own: own('components/', DOMAIN),
    packages: p(...UI),
  },
  {
    name: 'app/_trpc',
    path: /^app\/_trpc\//,
    own: own('app/_trpc/', 'server/', 'components/'),
    packages: p(...UI, ...QUERY, 'server-only', NODE),
  },
  {
    name: 'app/api',
    path: /^app\/api\//,
    own: own('app/api/', 'app/_trpc/', 'server/'),
    packages: p('next', 'next-auth', '@trpc/server', 'zod', NODE),
  },
  {
    name: 'app',
    path: /^app\//,
    own: own('app/', 'components/', DOMAIN, 'messages/'),
    packages: p(...UI, ...QUERY, 'server-only'),
  },
];

export const layerOf = (path: string): Layer | undefined => LAYERS.find((layer) => layer.path.test(path));
