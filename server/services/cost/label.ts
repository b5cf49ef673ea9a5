import type { CostBy, CostLine, CostSums } from '@domain/cost/cost';
import type { Tx } from '../../db/tenant';
import { visibleTo } from '../../db/visible';
import type { Ctx } from '../context';

export type Line = CostSums & { key: string };

/** The lines with the names of what they are about, as far as the caller may see it. */
export async function labelled(tx: Tx, ctx: Ctx, by: CostBy, lines: readonly Line[]): Promise<CostLine[]> {
  const nameOf = await namesFor(tx, ctx, by, lines);
  return lines.map((line) => ({ ...line, label: nameOf(line.key) }));
}

async function namesFor(
  tx: Tx,
  ctx: Ctx,
  by: CostBy,
  lines: readonly Line[],
): Promise<(key: string) => string | null> {
  if (by === 'day') return (key) => key;
  const ids = [...new Set(lines.map(({ key }) => (by === 'model' ? key.slice(0, KEY_ID) : key)))];
  const where = { AND: [{ orgId: ctx.orgId, id: { in: ids } }, await visibleTo(tx, ctx.userId)] };
  const query = { where, select: { id: true, name: true } } as const;
  const rows =
    by === 'team'
      ? await tx.team.findMany(query)
      : by === 'project'
        ? await tx.project.findMany(query)
        : by === 'agent'
          ? await tx.agent.findMany(query)
          : await tx.providerConnection.findMany(query);
  const names = new Map(rows.map(({ id, name }) => [id, name]));
  if (by !== 'model') return (key) => names.get(key) ?? null;
  return (key) => {
    const provider = names.get(key.slice(0, KEY_ID));
    return provider === undefined ? null : `${key.slice(KEY_ID + 1)} · ${provider}`;
  };
}

/** Characters of the connection's id in a model's key. */
const KEY_ID = 36;
