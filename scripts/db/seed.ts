import { PlainError } from '../start/plain-error';
import { seedDemo } from '../start/seed-demo';
import { webAddress, webVariables } from '../start/web-address';
import { withDatabase } from './with-database';

/** `npm run db:seed -- <scenario>`: a named scenario of prisma/seed.ts, made once and then left alone. */
export async function main([scenario = 'demo']: string[]): Promise<number> {
  if (scenario !== 'demo') throw new PlainError(`There is no scenario "${scenario}"; known: demo`);
  await withDatabase(async (started) => {
    const variables = { ...started.env, ...webVariables(webAddress(process.env), process.env) };
    const demo = await seedDemo(started, variables);
    if (demo) console.log(`Demo sign-in: ${demo.email} · ${demo.password}`);
  });
  return 0;
}
