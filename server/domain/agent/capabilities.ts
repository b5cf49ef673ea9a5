import { z } from 'zod';

/** What an agent may be able to do. */
export const CAPABILITIES = [
  'read_files',
  'modify_files',
  'run_commands',
  'web_access',
  'delegation',
  'mcp_tools',
  'send_messages',
] as const;
export const Capability = z.enum(CAPABILITIES);
export type Capability = z.infer<typeof Capability>;

const ALIASES: ReadonlyMap<string, Capability> = new Map([['write_files', 'modify_files']]);

/** The canonical name: an old alias is replaced, anything else stays as it is. */
export const canonicalCapability = (name: string): string => ALIASES.get(name) ?? name;

export const isCapability = (name: string): name is Capability =>
  (CAPABILITIES as readonly string[]).includes(name);
