import { Remembered } from '@domain/agent/tools';
import { registerTool } from './registry';

registerTool({
  name: 'note_for_run',
  kind: 'idempotent',
  scope: 'agent',
  description:
    'Notes a fact, preference, decision or piece of knowledge that the later steps of this run should know.',
  input: Remembered,
  run: async (ctx, statement) => {
    await ctx.remember(statement);
    return 'Noted: proposed to the later steps of this run.';
  },
});
