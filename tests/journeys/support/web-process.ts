import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { STANDALONE } from '../../../scripts/start/build';
import { withVariables } from '../../../scripts/start/variables';
import { answers } from '../../../scripts/start/web-address';

const START_MS = 60_000;
const KEPT_CHARS = 4_000;
/** Ends the server with its test file, even when that is killed. */
const FOLLOW = new URL('../../../scripts/start/follow-parent.mjs', import.meta.url).href;

/** The built web server in a process of its own, as `npm run up` and the image start it. */
export class WebProcess {
  readonly exited: Promise<void>;
  private said = '';

  private constructor(private readonly child: ChildProcess) {
    this.exited = new Promise((done) => child.once('exit', () => done()));
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk) => {
        this.said = `${this.said}${chunk}`.slice(-KEPT_CHARS);
      });
    }
  }

  /** Starts one on `port`, with further modules loaded first, and waits until it may be sent requests. */
  static async start(port: number, preloaded: string[] = []): Promise<WebProcess> {
    const server = resolve(join(STANDALONE, 'server.js'));
    if (!existsSync(server)) throw new Error('There is no build to visit: node scripts/build.mjs');
    const env = { PORT: `${port}`, HOSTNAME: '127.0.0.1', NODE_ENV: 'production' };
    const imports = [FOLLOW, ...preloaded].flatMap((module) => ['--import', module]);
    const child = spawn(process.execPath, [...imports, server], {
      env: withVariables({ ...env, TROUPE_SUPERVISOR: `${process.pid}` }),
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    const web = new WebProcess(child);
    let ended = false;
    void web.exited.then(() => {
      ended = true;
    });
    const address = { port, host: '127.0.0.1', url: '' };
    if (await answers(address, '/api/ready', START_MS, () => ended)) return web;
    await web.stop();
    throw new Error(`the web server does not answer:\n${web.said}`);
  }

  /** Sends a preloaded module its message. @returns the answer. */
  ask<Answer>(message: string): Promise<Answer> {
    return new Promise((resolve) => {
      this.child.once('message', (answer) => resolve(answer as Answer));
      this.child.send(message);
    });
  }

  /** SIGTERM: the way a deployment stops it. @returns how long it took, in ms. */
  async stop(): Promise<number> {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill('SIGTERM');
    const begun = performance.now();
    await this.exited;
    return performance.now() - begun;
  }

  /** SIGKILL: the way it ends when nobody asks it. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.exited;
  }
}
