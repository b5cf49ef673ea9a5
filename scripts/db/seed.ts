import { PlainError } from '../start/plain-error';
import { seedDemo } from '../start/seed-demo';
import { webAddress, webVariables } from '../start/web-address';
import { withDatabase } from './with-database';

/** `npm run db:seed -- <scenario>`: a named scenario of prisma/seed.ts, made once and then left alone. */
export async function main([scenario = 'demo']: string[]): Promise<number> {
  if (scenario !== 'demo') throw new PlainError(`There is no scenario "${scenario}"; known: demo`);
  await withDatabase(async ({ env, demoPassword }) => {
    const variables = { ...env, ...webVariables(webAddress(process.env), process.env) };
    const { email, password } = await seedDemo(variables, demoPassword);
    console.log(`Demo sign-in: ${email} · ${password}`);
  });
  return 0;
}
