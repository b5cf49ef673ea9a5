import { DomainError } from '@domain/errors';
import { ProviderKind, type ProviderTest } from '@domain/provider/provider';
import { ModelError } from '../../agents/model-error';
import { audit } from '../../db/audit';
import { tenantTx } from '../../db/tenant';
import { type Ctx, tenantOf } from '../context';
import { connectProvider } from './connect';
import { openedKey } from './key';
import { openProvider, type ProviderRow } from './open';
import { serverModels } from './server-models';

/** The whole test; a model that needs longer for one word is not usable. */
const TEST_MS = 20_000;
const MAX_TOKENS = 64;

/**
 * Asks a connection's model for one word, and its server for the models that it offers. What goes wrong there is an
 * answer, not an error. @throws not_found, forbidden; unprocessable `unknown_model` for a model that is not listed
 */
export async function testProvider(ctx: Ctx, input: { id: string; model?: string }): Promise<ProviderTest> {
  const row = await tenantTx(tenantOf(ctx), async (tx) => {
    const found = await openProvider(tx, ctx, input.id, 'provider.test');
    await audit(tx, ctx, { action: 'provider.tested', targetType: 'provider', targetId: found.id });
    return found;
  });
  const model = input.model ?? row.models[0];
  if (!model || !row.models.includes(model)) {
    throw new DomainError('unprocessable', 'This provider does not offer that model', {
      reason: 'unknown_model',
    });
  }
  const started = performance.now();
  const error = await failureOf(ctx.orgId, row, model);
  const latencyMs = Math.round(performance.now() - started);
  return { ok: error === null, model, latencyMs, models: await offered(ctx.orgId, row), error };
}

async function failureOf(orgId: string, row: ProviderRow, model: string): Promise<ProviderTest['error']> {
  const port = connectProvider(orgId, { ...row, kind: ProviderKind.parse(row.kind) }, { wordDelayMs: 0 });
  try {
    await port.call(
      {
        model,
        system: 'You are being tested for reachability.',
        messages: [{ role: 'user', text: 'Answer with the word ok.' }],
        tools: [],
        maxOutputTokens: MAX_TOKENS,
      },
      { signal: AbortSignal.timeout(TEST_MS) },
    );
    return null;
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    // A model that thinks first used up the few tokens: it can be reached, which is what was asked.
    if (error.reason === 'empty') return null;
    if (error.reason === 'aborted') {
      return { reason: 'timeout', message: `No answer within ${TEST_MS / 1_000} seconds` };
    }
    return { reason: error.reason, message: error.message };
  }
}

async function offered(orgId: string, row: ProviderRow): Promise<string[] | null> {
  try {
    return await serverModels({ ...row, kind: ProviderKind.parse(row.kind), apiKey: openedKey(orgId, row) });
  } catch {
    // Many servers have no list; the call above is the test.
    return null;
  }
}
