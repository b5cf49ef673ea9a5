import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { explain, PlainError } from './plain-error';
import { type Variables, withVariables } from './variables';

/** Runs a program of node_modules to its end. Its output is shown only when it fails. @throws PlainError */
export function runProgram(name: string, args: string[], aim: string, env: Variables = {}): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(join('node_modules', '.bin', name), args, {
      env: withVariables(env),
      stdio: ['ignore', 'pipe', 'pipe'],
      shell: process.platform === 'win32',
    });
    let said = '';
    const keep = (chunk: Buffer) => {
      said = (said + chunk).slice(-8_000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', (error) => reject(explain(error, aim)));
    child.once('close', (code) => {
      if (code === 0) return resolve();
      const failure = new Error(`Could not ${aim} (exit ${code}):\n${said.trim()}`);
      const explained = explain(failure, aim);
      reject(explained === failure ? new PlainError(failure.message) : explained);
    });
  });
}
