import { AgentCreate, AgentUpdate } from '@domain/agent/form';
import { AgentView } from '@domain/agent/view';
import { Id } from '@domain/ids';
import { PageInput, pageOf } from '@domain/page';
import { line } from '@domain/text';
import { z } from 'zod';
import { createAgent } from '../../services/agent/create';
import { deleteAgent } from '../../services/agent/delete';
import { getAgent } from '../../services/agent/get';
import { listAgents } from '../../services/agent/list';
import { updateAgent } from '../../services/agent/update';
import { router } from '../init';
import { orgInput, orgProcedure } from '../procedures';

const One = { id: Id };

export const agentRouter = router({
  list: orgProcedure('agent.read')
    .input(orgInput({ ...PageInput, q: line(100).optional() }))
    .output(pageOf(AgentView))
    .query(({ ctx, input }) => listAgents(ctx.tenant, input)),

  get: orgProcedure('agent.read')
    .input(orgInput(One))
    .output(AgentView)
    .query(({ ctx, input }) => getAgent(ctx.tenant, input)),

  create: orgProcedure('agent.create')
    .input(orgInput(AgentCreate.shape))
    .output(AgentView)
    .mutation(({ ctx, input }) => createAgent(ctx.tenant, input)),

  update: orgProcedure('agent.update')
    .input(orgInput({ ...One, ...AgentUpdate.shape }))
    .output(AgentView)
    .mutation(({ ctx, input }) => updateAgent(ctx.tenant, input)),

  delete: orgProcedure('agent.delete')
    .input(orgInput(One))
    .output(z.strictObject(One))
    .mutation(({ ctx, input }) => deleteAgent(ctx.tenant, input)),
});
