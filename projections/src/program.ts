import path from 'node:path';

/** What ends a line, moves a terminal's cursor, clears what is there, or reorders a line. */
const unprintable = /[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu;

/** A line with such characters as escapes: names in a file, or in rows changed by SQL, may be anyone's. */
const asLine = (text: string): string =>
  text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same for several lines. */
export const asLines = (text: string): string => text.split('\n').map(asLine).join('\n');

export const print = (line: string): void => void process.stdout.write(`${asLine(line)}\n`);

export const printJson = (value: unknown): void =>
  void process.stdout.write(`${asLines(JSON.stringify(value, null, 2))}\n`);

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
