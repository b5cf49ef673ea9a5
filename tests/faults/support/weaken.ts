import type { TestDatabase } from '../../support/database';

/**
 * Takes one protection out of a SQL function of this test's database, for a control: `line` must stand there once.
 * Answers how to put it back.
 */
export async function weaken(
  db: TestDatabase,
  name: string,
  line: string | RegExp,
  instead: string,
): Promise<() => Promise<void>> {
  const { rows } = await db.admin.query(
    'SELECT pg_get_functiondef(oid) AS source FROM pg_proc WHERE proname = $1',
    [name],
  );
  const source: string = rows[0].source;
  const weak = source.replace(line, instead);
  if (weak === source) throw new Error(`${name} has no such line`);
  await db.admin.query(weak);
  return async () => {
    await db.admin.query(source);
  };
}

/** Lets a writer append to a journal that has moved since it read it, alone or with others. */
export async function withoutSeqCheck(db: TestDatabase): Promise<() => Promise<void>> {
  const alone = await weaken(
    db,
    'engine_append',
    /IF v_run\.seq <> \(p->>'seq'\)::int THEN/,
    'IF false THEN',
  );
  const shared = await weaken(db, 'engine_append_all', 'IF v_row.seq <> r.seq THEN', 'IF false THEN');
  return async () => {
    await alone();
    await shared();
  };
}
