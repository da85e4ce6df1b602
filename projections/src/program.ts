import path from 'node:path';

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** The data folder that the environment names, as the server reads it. */
export const dataDirOf = (environment: NodeJS.ProcessEnv): string =>
  path.resolve(environment['DATA_DIR'] || '.data');

const sameStopMs = 1_000;

/**
 * Calls `stop` at the first SIGINT or SIGTERM; a later one ends the program at once. Ctrl+C comes twice under npm: from
 * the terminal, and passed on by npm.
 */
export function onStopSignal(stop: () => void): void {
  let first: number | undefined;
  const onSignal = () => {
    if (first !== undefined && performance.now() - first > sameStopMs) process.exit(1);
    if (first === undefined) stop();
    first ??= performance.now();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, onSignal);
}

export function interruption(): AbortSignal {
  const interrupted = new AbortController();
  onStopSignal(() => interrupted.abort());
  return interrupted.signal;
}
