import { DBOS } from '@dbos-inc/dbos-sdk';
import { contest } from '../contestant';
import { joined, widthOf } from '../heat';
import { databaseUrl, packageVersion } from './surroundings';

// Strictest mode, which is DBOS's only one: the workflow's row is committed before its first step, each step's
// result is one committed insert that the workflow awaits before it goes on, and the outcome is one more commit.
await contest(async (heat, { ask }) => {
  const workflow = DBOS.registerWorkflow(
    async (key: string) => {
      let text = '';
      if (heat.workload === 'w3') {
        const leaf = (step: number) => DBOS.runStep(() => ask(key, '', step), { name: `step-${step}` });
        const texts = await Promise.all(Array.from({ length: widthOf(heat) }, (_, i) => leaf(i + 1)));
        return DBOS.runStep(() => ask(key, joined(texts), heat.steps), { name: 'join' });
      }
      for (let step = 1; step <= heat.steps; step += 1) {
        const prompt = text;
        text = await DBOS.runStep(() => ask(key, prompt, step), { name: `step-${step}` });
      }
      return text;
    },
    { name: 'pipeline' },
  );
  DBOS.setConfig({
    name: 'bench',
    systemDatabaseUrl: databaseUrl(),
    systemDatabasePoolSize: Math.max(10, heat.concurrency + 2, Math.min(20, widthOf(heat))),
    logLevel: 'error',
  });
  await DBOS.launch();
  return {
    contestant: 'DBOS Transact',
    version: packageVersion('@dbos-inc/dbos-sdk'),
    mode: 'default: one commit for the start, for each step and for the end',
    run: async (key) => {
      const handle = await DBOS.startWorkflow(workflow, { workflowID: key })(key);
      await handle.getResult();
    },
    close: () => DBOS.shutdown(),
  };
});
