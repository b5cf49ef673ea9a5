/** A filter for text that contains `q` as it stands, in any case: Prisma leaves `%`, `_` and `\` to LIKE. */
export const containing = (q: string) => ({
  contains: q.replace(/[\\%_]/g, '\\$&'),
  mode: 'insensitive' as const,
});
