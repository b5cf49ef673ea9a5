import { AskUser } from '@domain/agent/tools';
import { Later } from './later';
import { registerTool } from './registry';

registerTool({
  name: 'ask_user',
  kind: 'idempotent',
  scope: 'team',
  description:
    'Asks the people behind this run one question and waits for the answer, for days if need be. Only for what you cannot decide or find out yourself.',
  input: AskUser,
  run: async (_ctx, { question }) => new Later({ kind: 'question', question }),
});
