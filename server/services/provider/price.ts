import type { ModelPrice } from '@domain/money';
import type { OfferedModel } from '@domain/provider/provider';
import type { Tx } from '../../db/tenant';

const toPrice = (row: { inputPerMillion: bigint; outputPerMillion: bigint }): ModelPrice => ({
  inputPerMillion: Number(row.inputPerMillion),
  outputPerMillion: Number(row.outputPerMillion),
});

/** The price in force at `at`; null: unpriced. */
export async function priceOf(
  tx: Tx,
  providerId: string,
  model: string,
  at: Date = new Date(),
): Promise<ModelPrice | null> {
  const row = await tx.price.findFirst({
    where: { providerId, model, effectiveFrom: { lte: at } },
    orderBy: { effectiveFrom: 'desc' },
  });
  return row && toPrice(row);
}

/** The prices in force now of all models of some connections. */
export async function pricesOf(
  tx: Tx,
  providerIds: string[],
): Promise<(providerId: string, model: string) => ModelPrice | null> {
  const rows = await tx.price.findMany({
    where: { providerId: { in: providerIds }, effectiveFrom: { lte: new Date() } },
    orderBy: [{ providerId: 'asc' }, { model: 'asc' }, { effectiveFrom: 'desc' }],
    distinct: ['providerId', 'model'],
  });
  const known = new Map(rows.map((row) => [`${row.providerId}/${row.model}`, toPrice(row)]));
  return (providerId, model) => known.get(`${providerId}/${model}`) ?? null;
}

const same = (a: ModelPrice, b: ModelPrice): boolean =>
  a.inputPerMillion === b.inputPerMillion && a.outputPerMillion === b.outputPerMillion;

/**
 * The rows that make these prices hold from now on: none for a price that holds already. A model's first price
 * holds from the beginning, so that a clock that is ahead of the database's leaves no moment without one.
 */
export async function newPrices(tx: Tx, orgId: string, providerId: string, models: readonly OfferedModel[]) {
  const latest = await tx.price.findMany({
    where: { providerId, model: { in: models.map(({ name }) => name) } },
    orderBy: [{ model: 'asc' }, { effectiveFrom: 'desc' }],
    distinct: ['model'],
  });
  return models.flatMap(({ name, price }) => {
    const before = latest.find((row) => row.model === name);
    if (before && same(toPrice(before), price)) return [];
    const from = before ? Math.max(Date.now(), before.effectiveFrom.getTime() + 1) : 0;
    return [{ orgId, providerId, model: name, effectiveFrom: new Date(from), ...price }];
  });
}
