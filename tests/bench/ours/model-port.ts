import { modelPort } from '../../../server/agents/model-port';
import type { ModelPort } from '../../../server/agents/port';
import type { AgentRow } from '../../../server/db/journal/engine';
import { stepText } from '../model';

/** Told when a step's model is called: the run and the step, out of the request's own headers. */
export type OnCall = (runId: string) => void;

/**
 * The worker's way to a model. In process it answers about 1 KB at once, streamed in one piece; over HTTP it is the
 * product's own client of an OpenAI-compatible server.
 */
export function benchConnect(onCall: OnCall): (orgId: string, agent: AgentRow) => ModelPort {
  return (_orgId, { provider }) => {
    const real =
      provider.kind === 'demo'
        ? inProcess
        : modelPort({ kind: provider.kind, baseUrl: provider.baseUrl, apiKey: null });
    return {
      call: (request, options) => {
        onCall(request.headers?.['x-troupe-run'] ?? '');
        return real.call(request, options);
      },
    };
  };
}

const inProcess: ModelPort = {
  async call(request, { onText }) {
    const text = stepText(Number(/\d+$/.exec(request.headers?.['x-troupe-step'] ?? '')?.[0] ?? 0));
    onText?.(text);
    return { text, toolCalls: [], finish: 'stop', usage: { inputTokens: 300, outputTokens: 250 } };
  },
};
