import { createCallerFactory, router } from './init';
import { accountRouter } from './routers/account';
import { agentRouter } from './routers/agent';
import { approvalRouter } from './routers/approval';
import { budgetRouter } from './routers/budget';
import { costRouter } from './routers/cost';
import { fileRouter } from './routers/file';
import { memoryRouter } from './routers/memory';
import { organizationRouter } from './routers/organization';
import { projectRouter } from './routers/project';
import { providerRouter } from './routers/provider';
import { runRouter } from './routers/run';
import { teamRouter } from './routers/team';
import { unitRouter } from './routers/unit';
import { versionRouter } from './routers/version';

/** Every procedure of the product, a router per entity. */
export const appRouter = router({
  account: accountRouter,
  agent: agentRouter,
  budget: budgetRouter,
  cost: costRouter,
  file: fileRouter,
  memory: memoryRouter,
  approval: approvalRouter,
  organization: organizationRouter,
  project: projectRouter,
  provider: providerRouter,
  run: runRouter,
  team: teamRouter,
  unit: unitRouter,
  version: versionRouter,
});
export type AppRouter = typeof appRouter;

/** Calls procedures without HTTP: for server components and tests. */
export const createCaller = createCallerFactory(appRouter);
