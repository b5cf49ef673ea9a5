import type { ModelPrice } from '@domain/money';
import { type Provider, ProviderKind } from '@domain/provider/provider';
import type { ProviderRow } from './open';

/** A stored connection as the outside sees it. The key's ciphertext goes nowhere. */
export const toProvider = (
  row: ProviderRow,
  priced: (providerId: string, model: string) => ModelPrice | null,
): Provider => ({
  id: row.id,
  kind: ProviderKind.parse(row.kind),
  name: row.name,
  baseUrl: row.baseUrl,
  hasKey: row.keyCipher !== null,
  models: row.models.map((name) => ({ name, price: priced(row.id, name) })),
  unitId: row.unitId,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
});

/** What the audit keeps of a connection. */
export const auditedProvider = ({ kind, name, baseUrl, models, unitId }: Provider) => ({
  kind,
  name,
  baseUrl,
  models,
  unitId,
});
