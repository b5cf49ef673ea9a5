import { withDatabase } from './with-database';

/** `npm run db:migrate`: applies what is pending, on DATABASE_URL or the embedded PostgreSQL. */
export async function main(): Promise<number> {
  await withDatabase(async () => console.log('The database is up to date.'));
  return 0;
}
