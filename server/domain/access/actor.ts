import { z } from 'zod';

/** Each role contains the next; `owner` stands on the root unit only. */
export const ROLES = ['owner', 'admin', 'builder', 'operator', 'viewer'] as const;
export const Role = z.enum(ROLES);
export type Role = z.infer<typeof Role>;

/** 5 for `owner` … 1 for `viewer`, 0 for no role. The SQL function `role_rank` says the same. */
export const rankOf = (role: Role | null): number => (role ? ROLES.length - ROLES.indexOf(role) : 0);

/** Who acts. `system` is the engine itself; `agent` is a tool call of a run. */
export type Actor =
  | { kind: 'user'; userId: string }
  | { kind: 'key'; keyId: string; userId: string; scopes: string[] }
  | { kind: 'agent'; agentId: string; runId: string; userId: string }
  | { kind: 'system' };
