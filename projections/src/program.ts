import path from 'node:path';

export const print = (text: string): void => void process.stdout.write(`${text}\n`);

/** The data folder that the environment names, as the server reads it. */
export const dataDirOf = (environment: NodeJS.ProcessEnv): string =>
  path.resolve(environment['DATA_DIR'] || '.data');

/** Aborts when the program is interrupted. */
export function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => interrupted.abort());
  return interrupted.signal;
}
