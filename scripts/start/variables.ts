/** Environment variables for a child process. */
export type Variables = Record<string, string | undefined>;

/** Our own environment with `extra` on top; Next's types ask for a NODE_ENV that a child may well lack. */
export const withVariables = (extra: Variables, base: Variables = process.env): NodeJS.ProcessEnv =>
  ({ ...base, ...extra }) as NodeJS.ProcessEnv;
