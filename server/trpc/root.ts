import { createCallerFactory, router } from './init';
import { accountRouter } from './routers/account';
import { organizationRouter } from './routers/organization';
import { projectRouter } from './routers/project';
import { unitRouter } from './routers/unit';

/** Every procedure of the product, a router per entity. */
export const appRouter = router({
  account: accountRouter,
  organization: organizationRouter,
  project: projectRouter,
  unit: unitRouter,
});
export type AppRouter = typeof appRouter;

/** Calls procedures without HTTP: for server components and tests. */
export const createCaller = createCallerFactory(appRouter);
