import { MemoryConfirm, MemoryList, MemoryPropose, MemorySupersede, MemoryView } from '@domain/memory/memory';
import { pageOf } from '@domain/page';
import { confirmMemory } from '../../services/memory/confirm';
import { listMemories } from '../../services/memory/list';
import { proposeMemory } from '../../services/memory/propose';
import { supersedeMemory } from '../../services/memory/supersede';
import { router } from '../init';
import { orgInput, orgProcedure } from '../procedures';

export const memoryRouter = router({
  list: orgProcedure('memory.read')
    .input(orgInput(MemoryList.shape))
    .output(pageOf(MemoryView))
    .query(({ ctx, input: { org: _, ...list } }) => listMemories(ctx.tenant, list)),

  propose: orgProcedure('memory.propose')
    .input(orgInput(MemoryPropose.shape))
    .output(MemoryView)
    .mutation(({ ctx, input: { org: _, ...propose } }) => proposeMemory(ctx.tenant, propose)),

  confirm: orgProcedure('memory.decide')
    .input(orgInput(MemoryConfirm.shape))
    .output(MemoryView)
    .mutation(({ ctx, input }) => confirmMemory(ctx.tenant, input)),

  supersede: orgProcedure('memory.decide')
    .input(orgInput(MemorySupersede.shape))
    .output(MemoryView)
    .mutation(({ ctx, input }) => supersedeMemory(ctx.tenant, input)),
});
