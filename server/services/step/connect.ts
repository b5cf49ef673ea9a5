import type { ModelPort } from '../../agents/port';
import type { AgentRow } from '../../db/journal/engine';
import { connectProvider } from '../provider/connect';

/** The way to an agent's model; its key is opened when the call is made. */
export const connect = (orgId: string, { provider }: AgentRow): ModelPort => connectProvider(orgId, provider);
