import './ask-tools';
import './delegation-tools';
import './file-tools';
import './memory-tools';
import './team-tools';

export type { ReadFile, RunFiles, ToolContext, Writing } from './context';
export { Later } from './later';
export { ToolRefused } from './refused';
export { isAllowed, offeredTools, offersTools, registerTool, type Tool, type ToolScope } from './registry';
export { CHANGED_MEANWHILE, runTool, type ToolOutcome } from './run-tool';
