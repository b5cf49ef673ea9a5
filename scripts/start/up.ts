import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildWeb, STANDALONE } from './build';
import { preflight } from './preflight';
import { seedDemo } from './seed-demo';
import { startServices } from './services';
import { untilStopped } from './stop-once';
import { supervise } from './supervisor';
import { answers, webVariables } from './web-address';

const say = (line: string) => console.log(`troupe │ ${line}`);

/** `npm run up`: database, migrations, demo, build, then the web server and one worker until Ctrl-C. */
export async function main(): Promise<number> {
  const { address, letGo } = await preflight('up', 'production');
  const stops: (() => Promise<void>)[] = [async () => letGo()];
  let stopped = false;
  const stop = async () => {
    stopped = true;
    for (const one of stops.splice(0).reverse()) await one();
  };
  const ended = untilStopped(stop);
  try {
    const services = await startServices(say);
    stops.push(services.stop);
    if (stopped) return await ended;
    const env = { ...services.env, ...webVariables(address, process.env), NODE_ENV: 'production' };
    const begun = Date.now();
    if (await buildWeb(say)) say(`built in ${Math.round((Date.now() - begun) / 1_000)} s`);
    const demo = await seedDemo(services, env);
    if (stopped) return await ended;
    const worker = join('workers', 'main.ts');
    const programs = [{ name: 'web', args: [resolve(STANDALONE, 'server.js')], env }];
    if (existsSync(worker)) programs.push({ name: 'worker', args: ['--import', 'tsx', worker], env });
    const children = supervise(programs);
    stops.push(children.stop);
    if (await answers(address, '/api/ready', 120_000, () => stopped)) {
      console.log(`\n  Troupe is up: ${address.url}`);
      if (demo) console.log(`  Demo sign-in: ${demo.email} · ${demo.password}`);
      console.log('  Ctrl-C stops it.\n');
    } else if (!stopped) {
      say('The web server does not answer; its lines above say why. Still trying.');
    }
    return await ended;
  } catch (error) {
    await stop();
    throw error;
  }
}
