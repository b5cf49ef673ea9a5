import { InvalidToolInputError, type TextStreamPart, type ToolSet } from 'ai';
import { ModelError } from '../model-error';
import type { ModelAnswer, ModelToolCall, Usage } from '../port';
import { usageOf } from './usage';

/** More calls in one answer are a model gone astray. */
const MAX_TOOL_CALLS = 128;

type Part = TextStreamPart<ToolSet>;
type Finish = Extract<Part, { type: 'finish' }>;

const callOf = (part: Extract<Part, { type: 'tool-call' }>): ModelToolCall => ({
  id: part.toolCallId,
  name: part.toolName,
  args: part.input,
  ...('error' in part && InvalidToolInputError.isInstance(part.error)
    ? { invalid: 'The arguments are not valid JSON' }
    : {}),
});

/** Collects the parts of a stream; only one that the model finished becomes an answer. */
export class Answering {
  private text = '';
  private readonly toolCalls: ModelToolCall[] = [];
  private finish: Finish | undefined;

  /** Whether the model has said anything: it has then worked, whatever comes next. */
  get worked(): boolean {
    return this.text !== '' || this.toolCalls.length > 0;
  }

  add(part: Part): void {
    if (part.type === 'text-delta') this.text += part.text;
    if (part.type === 'tool-call') this.toolCalls.push(callOf(part));
    if (part.type === 'finish') this.finish = part;
  }

  /** @throws ModelError `half_stream`, `refused`, `empty` or `bad_answer` */
  whole(): ModelAnswer {
    const { finish, text, toolCalls } = this;
    const usage = finish ? usageOf(finish.totalUsage.inputTokens, finish.totalUsage.outputTokens) : null;
    if (finish?.rawFinishReason === undefined) {
      // What was counted so far is not the bill: such a call is unknown, not cheap.
      throw new ModelError('half_stream', 'The stream ended before the model had finished');
    }
    if (finish.finishReason === 'content-filter') {
      throw new ModelError('refused', `The model refused: ${text.trim() || finish.rawFinishReason}`, {
        usage,
      });
    }
    if (toolCalls.length > MAX_TOOL_CALLS) {
      throw new ModelError('bad_answer', `The answer has ${toolCalls.length} tool calls`, { usage });
    }
    if (text.trim() === '' && toolCalls.length === 0) throw emptyAnswer(finish, usage);
    return { text, toolCalls, finish: finishOf(finish, toolCalls.length > 0), usage };
  }
}

function finishOf({ finishReason }: Finish, called: boolean): ModelAnswer['finish'] {
  if (finishReason === 'length') return 'length';
  if (called) return 'tool_calls';
  return finishReason === 'stop' ? 'stop' : 'other';
}

const emptyAnswer = ({ finishReason }: Finish, usage: Usage | null): ModelError =>
  finishReason === 'length'
    ? new ModelError('empty', 'The model used up its output tokens before it said anything', { usage })
    : new ModelError('empty', 'The model answered with no text', { usage });
