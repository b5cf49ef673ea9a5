import { changeStep } from './change-step';
import type { Folds } from './folds';
import type { RunState } from './state';
import { isEnded, OWN_CAP } from './state';

/** How calls of models and tools change the state: reservations, totals, ordinals. */
export const CALL_FOLDS = {
  'model.called': (copy, body) => {
    const { callId, stepId, round, attempt, epoch, ceilingMicros } = body;
    copy.openCalls = [...copy.openCalls, { callId, stepId, round, attempt, epoch, ceilingMicros }];
    copy.totals = { ...copy.totals, reservedMicros: copy.totals.reservedMicros + ceilingMicros };
    changeStep(copy, stepId, () => ({ modelOrdinal: body.ordinal }));
  },

  'model.settled': (copy, body) => {
    const ceiling = copy.openCalls.find((call) => call.callId === body.callId)?.ceilingMicros ?? 0;
    copy.openCalls = copy.openCalls.filter((call) => call.callId !== body.callId);
    copy.totals = {
      inputTokens: copy.totals.inputTokens + body.inputTokens,
      outputTokens: copy.totals.outputTokens + body.outputTokens,
      costMicros: copy.totals.costMicros + body.costMicros,
      unknownMicros: copy.totals.unknownMicros + body.unknownMicros,
      reservedMicros: copy.totals.reservedMicros - ceiling,
    };
    changeStep(copy, body.stepId, (step) => ({
      inputTokens: step.inputTokens + body.inputTokens,
      outputTokens: step.outputTokens + body.outputTokens,
      costMicros: step.costMicros + body.costMicros,
      unknownMicros: step.unknownMicros + body.unknownMicros,
      toolRounds: step.toolRounds + (body.outcome === 'ok' && body.round === step.round ? 1 : 0),
    }));
    if (isEnded(copy)) {
      addToReceipt(copy, body.stepId, body.inputTokens + body.outputTokens, body.costMicros);
    }
  },

  'tool.called': (copy, body) => {
    const { callId, stepId, round, epoch, name, kind } = body;
    copy.openTools = [...copy.openTools, { callId, stepId, round, epoch, name, kind }];
    changeStep(copy, stepId, () => ({ toolOrdinal: body.ordinal }));
  },

  'tool.settled': (copy, body) => {
    copy.openTools = copy.openTools.filter((tool) => tool.callId !== body.callId);
  },

  'budget.warned': (copy, body) => {
    if (!body.scope) copy.warned = true;
  },
  'budget.exceeded': (copy, body) => {
    const short = body.scope?.capId ?? OWN_CAP;
    // Those of the gate that is open; behind a decided one a new list begins.
    const asked = (copy.gates ?? []).some(({ kind, outcome }) => kind === 'budget' && outcome === undefined);
    const known = asked ? (copy.shortOf ?? []) : [];
    copy.shortOf = known.includes(short) ? known : [...known, short];
  },
  'budget.raised': (copy, body) => {
    copy.capMicros = body.capMicros;
    copy.warned = false;
  },
  'budget.overshot': () => {},
} satisfies Partial<Folds>;

function addToReceipt(copy: RunState, stepId: string, tokens: number, micros: number): void {
  copy.stopping = copy.stopping.map((line) =>
    line.stepId === stepId
      ? { ...line, tokensAfter: line.tokensAfter + tokens, costMicrosAfter: line.costMicrosAfter + micros }
      : line,
  );
}
