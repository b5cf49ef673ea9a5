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

/** What an agent's settings say: true, false, or nothing. `null`: an agent from before there were any. */
export type CapabilitySettings = Readonly<Record<string, boolean>> | null | undefined;

/** Whether an agent may do it: what is not said is allowed, except to delegate, which has to be. */
export function mayUse(settings: CapabilitySettings, capability: Capability): boolean {
  const names = [
    capability,
    ...[...ALIASES].flatMap(([alias, name]) => (name === capability ? [alias] : [])),
  ];
  const said = names.flatMap((name) => (settings && Object.hasOwn(settings, name) ? [settings[name]] : []));
  return said.length === 0 ? capability !== 'delegation' : said.every((value) => value === true);
}
