import './team-tools';

export type { ToolContext } from './context';
export { offeredTools, registerTool, type Tool, type ToolScope } from './registry';
export { runTool, type ToolOutcome } from './run-tool';
