import { Annotation, END, START, StateGraph } from '@langchain/langgraph';
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres';
import pg from 'pg';
import { contest } from '../contestant';
import { joined, widthOf } from '../heat';
import { databaseUrl, packageVersion } from './surroundings';

const State = Annotation.Root({
  key: Annotation<string>,
  text: Annotation<string>,
  /** Of W3's leaves, which write at the same time. */
  texts: Annotation<string[]>({ reducer: (all, more) => all.concat(more), default: () => [] }),
});

/** Nodes joined at run time, so the type that tracks their names is left behind. */
type Chain = StateGraph<typeof State.spec, typeof State.State, typeof State.Update, string>;

// Strictest mode: `durability: 'sync'` awaits the checkpoint and the writes of each step before the next begins
// (the default, 'async', lets them run behind). The state keeps the last text only: the leanest graph that still has
// every step's result in its stored history.
await contest(async (heat, { ask }) => {
  const graph: Chain = new StateGraph<typeof State.spec, typeof State.State, typeof State.Update, string>(
    State,
  );
  if (heat.workload === 'w3') {
    const leaves = Array.from({ length: widthOf(heat) }, (_, i) => `step-${i + 1}`);
    for (const [i, leaf] of leaves.entries()) {
      graph.addNode(leaf, async ({ key }) => ({ texts: [await ask(key, '', i + 1)] }));
      graph.addEdge(START, leaf);
    }
    graph.addNode('join', async ({ key, texts }) => ({ text: await ask(key, joined(texts), heat.steps) }));
    graph.addEdge(leaves, 'join');
    graph.addEdge('join', END);
  }
  for (let step = 1; heat.workload !== 'w3' && step <= heat.steps; step += 1) {
    graph.addNode(`step-${step}`, async ({ key, text }) => ({ text: await ask(key, text, step) }));
    graph.addEdge(step === 1 ? START : `step-${step - 1}`, `step-${step}`);
  }
  if (heat.workload !== 'w3') graph.addEdge(`step-${heat.steps}`, END);
  const pool = new pg.Pool({
    connectionString: databaseUrl(),
    max: Math.max(10, heat.concurrency + 2, Math.min(20, widthOf(heat))),
  });
  const checkpointer = new PostgresSaver(pool);
  await checkpointer.setup();
  const app = graph.compile({ checkpointer });
  return {
    contestant: 'LangGraph.js',
    version: `${packageVersion('@langchain/langgraph')} + checkpoint-postgres ${packageVersion('@langchain/langgraph-checkpoint-postgres')}`,
    mode: "PostgresSaver, durability 'sync'",
    run: async (key) => {
      await app.invoke(
        { key, text: '' },
        { configurable: { thread_id: key }, durability: 'sync', recursionLimit: heat.steps + 5 },
      );
    },
    close: () => pool.end(),
  };
});
