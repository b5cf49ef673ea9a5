import { type ChildProcess, fork } from 'node:child_process';

type Message = { reached?: string; up?: true };

/** A real worker in a process of its own, which a test may kill, pause and hold at failpoints. */
export class WorkerProcess {
  private readonly arrivals = new Map<string, number>();
  private readonly waiting = new Set<() => void>();
  private up = false;
  readonly exited: Promise<void>;

  private constructor(private readonly child: ChildProcess) {
    this.exited = new Promise((resolve) => {
      child.once('exit', () => {
        this.tell();
        resolve();
      });
    });
    child.on('message', (message: Message) => {
      if (message.up) this.up = true;
      if (message.reached) this.arrivals.set(message.reached, this.count(message.reached) + 1);
      this.tell();
    });
  }

  /** Starts one of the sources in `cwd` and waits until it takes jobs. */
  static async start(environment: Record<string, string>, cwd = process.cwd()): Promise<WorkerProcess> {
    const child = fork('workers/main.ts', {
      cwd,
      execArgv: ['--import', 'tsx'],
      env: { ...process.env, ...environment },
      stdio: [
        'ignore',
        process.env.FAULTS_DEBUG ? 'inherit' : 'ignore',
        process.env.FAULTS_DEBUG ? 'inherit' : 'ignore',
        'ipc',
      ],
    });
    const worker = new WorkerProcess(child);
    await worker.when(() => worker.up);
    return worker;
  }

  get pid(): number {
    return this.child.pid ?? 0;
  }

  get alive(): boolean {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  private count(point: string): number {
    return this.arrivals.get(point) ?? 0;
  }

  private tell(): void {
    for (const check of this.waiting) check();
  }

  private when(condition: () => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const check = (): void => {
        if (condition()) resolve();
        else if (!this.alive)
          reject(new Error(`the worker ended with ${this.child.exitCode ?? this.child.signalCode}`));
        else return;
        this.waiting.delete(check);
      };
      this.waiting.add(check);
      check();
    });
  }

  /** Resolves when the process stands at the failpoint (for the n-th time). */
  reached(point: string, times = 1): Promise<void> {
    return this.when(() => this.count(point) >= times);
  }

  release(point: string): void {
    if (this.child.connected) this.child.send({ release: point });
  }

  async kill(): Promise<void> {
    if (this.alive) this.child.kill('SIGKILL');
    await this.exited;
  }

  pause(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  /** SIGTERM: the way a deployment stops it. Answers its exit code. */
  async stop(): Promise<number | null> {
    if (this.alive) this.child.kill('SIGTERM');
    await this.exited;
    return this.child.exitCode;
  }
}
