import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { createInterface } from 'node:readline';

const root = path.resolve(import.meta.dirname, '..');
const readyMsMax = 60_000;

/** Runs until it is disposed of. */
export interface RunningProgram extends AsyncDisposable {
  readonly url: string;
}

/** Options of `npm start`, also used for the references. */
const nodeOptions = ['--max-semi-space-size=64'];

/** Starts a program of this repository with this Node and waits for its line `ready <url>`. */
export async function startProgram(
  file: string,
  environment: Readonly<Record<string, string>>,
): Promise<RunningProgram> {
  const child = spawn(process.execPath, [...nodeOptions, path.join(root, file)], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'development', ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return { url: await readyUrl(child), [Symbol.asyncDispose]: () => stop(child) };
}

async function readyUrl(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error('the program has no standard output');
  const late = setTimeout(() => child.kill('SIGKILL'), readyMsMax);
  try {
    for await (const line of createInterface(child.stdout)) {
      const [, url] = /^ready (\S+)$/.exec(line) ?? [];
      if (url !== undefined) return url;
    }
    throw new Error('the program ended before it was ready');
  } finally {
    clearTimeout(late);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
