import { join } from 'node:path';
import { generateClient } from './generate';
import { preflight } from './preflight';
import { seedDemo } from './seed-demo';
import { startServices } from './services';
import { untilStopped } from './stop-once';
import { supervise } from './supervisor';
import { webVariables } from './web-address';

/** `npm run dev`: as `npm run up`, with Next's development server and a worker that restarts on a change. */
export async function main(): Promise<number> {
  const { address, letGo } = await preflight('dev', 'development');
  await generateClient();
  const services = await startServices(console.log);
  const env = { ...services.env, ...webVariables(address, process.env), NODE_ENV: 'development' };
  const demo = await seedDemo(services, env);
  const next = join('node_modules', 'next', 'dist', 'bin', 'next');
  const children = supervise([
    { name: 'web', args: [next, 'dev', '-p', String(address.port), '-H', address.host], env },
    { name: 'worker', args: ['node_modules/tsx/dist/cli.mjs', 'watch', 'workers/main.ts'], env },
  ]);
  console.log(address.url);
  if (demo) console.log(`Demo sign-in: ${demo.email} · ${demo.password}`);
  return untilStopped(async () => {
    await children.stop();
    await services.stop();
    letGo();
  });
}
