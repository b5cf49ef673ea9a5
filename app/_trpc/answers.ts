import type { inferRouterOutputs } from '@trpc/server';
import type { AppRouter } from '@/server/trpc/root';

type Answers = inferRouterOutputs<AppRouter>;

/** Answers of procedures, for the screens that pass them on. */
export type Team = Answers['team']['get'];
export type Draft = Answers['version']['draft'];
