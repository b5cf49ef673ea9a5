import { createCallerFactory, router } from './init';
import { projectRouter } from './routers/project';

/** Every procedure of the product, a router per entity. */
export const appRouter = router({
  project: projectRouter,
});
export type AppRouter = typeof appRouter;

/** Calls procedures without HTTP: for server components and tests. */
export const createCaller = createCallerFactory(appRouter);
