import type { ModelRequest, ModelToolCall } from '../port';
import { DELEGATING, planWork } from './lead';
import type { DemoTask } from './read';
import { sample } from './sample';

/** Ways to ask for a tool without naming it. */
const ASKS: Record<string, RegExp> = {
  list_team_members:
    /\bwho(?: is|'s|’s)? (?:on|in) (?:the|this|our) team\b|\bteam (?:members|roster)\b|\broster\b|кто (?:в|состоит в) команд/i,
  get_team_info: /\b(?:about|which|describe) (?:the|this|our) team\b|расскажи о команд/i,
};

/**
 * The call of an offered tool that the goal or the responsibility asks for, once each; undefined when there is
 * nothing to ask. A tool is asked for by its name, with or without underscores, or by a sentence of `ASKS`.
 */
export function chooseTool(request: ModelRequest, task: DemoTask): ModelToolCall | undefined {
  const said = `${task.responsibility}\n${task.goal}`.toLowerCase();
  const used = new Set(
    request.messages.flatMap((message) =>
      message.role === 'assistant' ? (message.toolCalls ?? []).map((call) => call.name) : [],
    ),
  );
  const planned = used.has('plan') ? undefined : planWork(request, task);
  if (planned) return planned;
  const tool = request.tools.find(
    ({ name }) =>
      !used.has(name) &&
      !DELEGATING.has(name) &&
      (said.includes(name.toLowerCase()) ||
        said.includes(name.toLowerCase().replaceAll('_', ' ')) ||
        (ASKS[name]?.test(said) ?? false)),
  );
  if (!tool) return undefined;
  return {
    id: `demo-${used.size + 1}`,
    name: tool.name,
    args: sample(tool.inputSchema, task.goal.slice(0, 200)) ?? {},
  };
}
