import {
  type Capability,
  type CapabilitySettings,
  canonicalCapability,
  mayUse as hasCapability,
} from '@domain/agent/capabilities';
import { ToolKind, ToolName } from '@domain/agent/tools';
import { z } from 'zod';
import type { JsonSchema, ToolSpec } from '../port';
import type { ToolContext } from './context';

export type Tool<Input extends z.ZodType = z.ZodType> = {
  name: string;
  kind: ToolKind;
  /** Who is offered it: every agent, those who work for a team, or those who have somebody to give work to. */
  scope: 'agent' | 'team' | 'roster';
  /** Only for agents that have it. */
  capability?: Capability;
  /** For the model: what it does and when to use it. */
  description: string;
  input: Input;
  /** What it answers goes to the model as JSON, a string as it is, `Later` when it is there. What it throws is told to the model as a failure. */
  run(ctx: ToolContext, args: z.output<Input>): Promise<unknown>;
};

type Known = { tool: Tool; spec: ToolSpec };
const tools = new Map<string, Known>();

/** Makes a tool known in this process; answers how to take it away again. @throws Error for a bad or taken name */
export function registerTool<Input extends z.ZodType>(tool: Tool<Input>): () => void {
  const name = ToolName.parse(tool.name);
  ToolKind.parse(tool.kind);
  if (tools.has(name)) throw new Error(`the tool ${name} is registered already`);
  const kept: Tool = { ...tool, run: (ctx, args) => tool.run(ctx, args as z.output<Input>) };
  const known = {
    tool: kept,
    spec: { name, description: tool.description, inputSchema: schemaOf(tool.input) },
  };
  tools.set(name, known);
  return () => {
    if (tools.get(name) === known) tools.delete(name);
  };
}

/** By its name, or by the old name of the capability that it is called like. */
export const findTool = (name: string): Tool | undefined =>
  (tools.get(name) ?? tools.get(canonicalCapability(name)))?.tool;

function schemaOf(input: z.ZodType): JsonSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(input, { io: 'input' });
  return schema;
}

/** Which tools an agent may use here. `allow`: only those; `deny` takes away. */
export type ToolScope = {
  team: boolean;
  /** Whether the step has somebody to give work to. */
  roster?: boolean;
  /** A rehearsal: nothing that reaches the outside. */
  trial?: boolean;
  config: { allow?: string[]; deny?: string[] };
  capabilities?: CapabilitySettings;
};

const names = (list: string[], tool: Tool): boolean => list.some((name) => findTool(name) === tool);

const inScope = ({ scope }: Tool, { team, roster = false }: ToolScope): boolean =>
  scope === 'agent' || (scope === 'team' ? team : roster);

const mayUse = (tool: Tool, where: ToolScope): boolean => {
  const { config, capabilities } = where;
  return (
    inScope(tool, where) &&
    !(where.trial && tool.kind === 'effect') &&
    (tool.capability === undefined || hasCapability(capabilities, tool.capability)) &&
    (config.allow === undefined || names(config.allow, tool)) &&
    !names(config.deny ?? [], tool)
  );
};

/** The tools to offer with a call, in the order of their names. Effect tools are not offered: they would be refused. */
export const offeredTools = (scope: ToolScope): ToolSpec[] =>
  [...tools.values()]
    .filter(({ tool }) => tool.kind !== 'effect' && mayUse(tool, scope))
    .sort((a, b) => (a.tool.name < b.tool.name ? -1 : 1))
    .map(({ spec }) => spec);

/** Whether there is any tool to offer, which a prompt's ceiling depends on. */
export const offersTools = (scope: ToolScope): boolean =>
  [...tools.values()].some(({ tool }) => tool.kind !== 'effect' && mayUse(tool, scope));

export const isAllowed = (name: string, scope: ToolScope): boolean => {
  const tool = findTool(name);
  return tool !== undefined && mayUse(tool, scope);
};
