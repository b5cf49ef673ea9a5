import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PlainError } from '../start/plain-error';
import { runProgram } from '../start/run-program';
import { withDatabase } from './with-database';

const FOLDER = join('prisma', 'migrations');

/**
 * `npm run db:new -- <name>`: a migration with the difference between the migrations and schema.prisma. Policies,
 * functions and triggers are invisible to it and are added by hand.
 */
export async function main([name]: string[]): Promise<number> {
  if (!name || !/^[a-z][a-z0-9_]*$/.test(name)) {
    throw new PlainError('Name the migration in snake_case: npm run db:new -- add_team_colour');
  }
  const stamp = new Date().toISOString().replace(/\D/g, '').slice(0, 14);
  const dir = join(FOLDER, `${stamp}_${name}`);
  await withDatabase(async ({ env }) => {
    // Written outside of the migrations first: a half-made folder there would be read as one of them.
    const draft = join('prisma', `.${stamp}.sql`);
    const from = ['--from-migrations', FOLDER, '--to-schema', join('prisma', 'schema.prisma')];
    await runProgram('prisma', ['migrate', 'diff', ...from, '--script', '-o', draft], 'compare the schemas', {
      DATABASE_URL: env.DATABASE_URL,
    });
    const sql = readFileSync(draft, 'utf8');
    mkdirSync(dir);
    writeFileSync(join(dir, 'migration.sql'), sql);
    rmSync(draft);
  });
  console.log(`${dir}/migration.sql: complete it, then npm run db:migrate`);
  return 0;
}
