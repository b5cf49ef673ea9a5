import { Delegate, PlanTasks } from '@domain/agent/delegation';
import { Later } from './later';
import { registerTool } from './registry';

const CHILDREN = new Later({ kind: 'children' });

registerTool({
  name: 'delegate',
  kind: 'idempotent',
  scope: 'roster',
  capability: 'delegation',
  description:
    'Gives one piece of work to one of your workers and waits for the delivery. Call it several times at once for pieces that need nothing of each other.',
  input: Delegate,
  run: async (ctx, { agent, prompt, max_turns }) => {
    ctx.delegate([{ id: agent, agent, prompt, dependsOn: [], maxTurns: max_turns }]);
    return CHILDREN;
  },
});

registerTool({
  name: 'plan',
  kind: 'idempotent',
  scope: 'roster',
  capability: 'delegation',
  description:
    'Gives several tasks to your workers and waits until all have ended. A task may depend on others, or review one: rejected work is done again.',
  input: PlanTasks,
  run: async (ctx, { goal, tasks, max_rework }) => {
    const about = goal === '' ? '' : `${goal}\n\n`;
    ctx.delegate(
      tasks.map(({ id, agent, prompt, depends_on, review_of, max_turns }) => ({
        ...{ id, agent, prompt: about + prompt, dependsOn: depends_on },
        ...{ reviewOf: review_of, maxTurns: max_turns },
      })),
      max_rework,
    );
    return CHILDREN;
  },
});
