import { jsonSchema, type ModelMessage as SdkMessage, type ToolSet, tool } from 'ai';
import type { ModelMessage, ToolSpec } from '../port';

/** A message of the port as the SDK has it. */
function sdkMessage(message: ModelMessage): SdkMessage {
  switch (message.role) {
    case 'user':
      return { role: 'user', content: message.text };
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.callId,
            toolName: message.name,
            output: { type: message.failed ? 'error-text' : 'text', value: message.text },
          },
        ],
      };
    case 'assistant':
      return {
        role: 'assistant',
        content: [
          ...(message.text === '' ? [] : [{ type: 'text' as const, text: message.text }]),
          ...(message.toolCalls ?? []).map((call) => ({
            type: 'tool-call' as const,
            toolCallId: call.id,
            toolName: call.name,
            input: call.args,
          })),
        ],
      };
  }
}

export const sdkMessages = (messages: readonly ModelMessage[]): SdkMessage[] => messages.map(sdkMessage);

/** Tools without `execute`: the host runs them, never the SDK. */
export const sdkTools = (tools: readonly ToolSpec[]): ToolSet =>
  Object.fromEntries(
    tools.map(({ name, description, inputSchema }) => [
      name,
      tool({ description, inputSchema: jsonSchema(inputSchema) }),
    ]),
  );
