import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { isMainThread } from 'node:worker_threads';
import { type LaunchStrategy, serverEnvironment } from './launch-strategy.ts';

const stderrLimit = 4000;
/**
 * A smart shutdown waits for connections to close, as those of an ended pool still do; a fast one ends them. Both write
 * a checkpoint; an immediate one leaves recovery to the next start.
 */
const stopSteps = [
  { signal: 'SIGTERM', waitMs: 500 },
  { signal: 'SIGINT', waitMs: 30_000 },
  { signal: 'SIGQUIT', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
] as const;

export type ServerProcess = ReturnType<typeof spawnServer>;

/**
 * Starts a program in a session of its own, so that Ctrl+C in a terminal ends the parent program and not the database
 * under it.
 *
 * @throws Error off the main thread: the kernel ends the server with the *thread* that started it.
 */
export function spawnServer(strategy: LaunchStrategy, postgres: string, args: readonly string[]) {
  if (!isMainThread) throw new Error('The embedded database can only be started from the main thread.');
  const [program = '', ...programArgs] = [...strategy.prefix, postgres, ...args];
  const child = spawn(program, programArgs, {
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe'],
    cwd: '/',
    env: serverEnvironment(),
  });
  let ended = false;
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaints = (complaints + text).slice(-stderrLimit);
  });
  const whenEnded = new Promise<void>((resolve) => {
    const end = (): void => {
      ended = true;
      resolve();
    };
    child.once('exit', end).once('error', (error) => {
      complaints += error.message;
      end();
    });
  });
  if (!strategy.endsWithParent) endAtExit(child, whenEnded);
  return {
    /** Settles when the server has ended for any reason. */
    ended: whenEnded,
    hasEnded: (): boolean => ended,
    /** The first lines the server wrote before it opened its log: the reason if it does not start. */
    complaints: (): string => complaints.trim(),
    /** Lets this process end without waiting for the server. */
    release: (): void => {
      child.unref();
      (child.stderr as unknown as { unref(): void }).unref();
    },
    /** Ends the server; settles when it is gone. */
    stop: (): Promise<void> => {
      child.ref();
      return stopChild(child, whenEnded, () => ended);
    },
  };
}

async function stopChild(child: ChildProcess, ended: Promise<void>, hasEnded: () => boolean): Promise<void> {
  for (const { signal, waitMs } of stopSteps) {
    if (hasEnded()) return;
    child.kill(signal);
    const gaveUp = new AbortController();
    await Promise.race([ended, delay(waitMs, undefined, { signal: gaveUp.signal }).catch(() => undefined)]);
    gaveUp.abort();
  }
  if (!hasEnded()) throw new Error(`PostgreSQL (process ${child.pid}) does not end.`);
}

/** If the kernel does not end the server with this process: at least a normal exit of this process ends it. */
function endAtExit(child: ChildProcess, ended: Promise<void>): void {
  const end = (): void => {
    child.kill('SIGINT');
  };
  process.once('exit', end);
  void ended.then(() => process.off('exit', end));
}
