import path from 'node:path';

/** What ends a line, moves a terminal's cursor, clears what is there, or reorders a line. */
const unprintable = /[\p{Cc}\p{Bidi_C}\u2028\u2029]/gu;

/** A line with such characters as escapes: names in a file, or in rows changed by SQL, may be anyone's. */
const asLine = (text: string): string =>
  text.replace(unprintable, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const asLines = (text: string): string => text.split('\n').map(asLine).join('\n');

/** Node would end the program when the reader of its output goes away, as in `| head -1`, or the disk is full. */
export function goOnWithoutOutput(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

export const print = (line: string): void => void process.stdout.write(`${asLine(line)}\n`, onPrinted);

export const printJson = (value: unknown): void =>
  void process.stdout.write(`${asLines(JSON.stringify(value, null, 2))}\n`, onPrinted);

let isReported = false;

/** A reader that has gone wanted no more. On a full disk, what the program was run for is lost. */
function onPrinted(error?: NodeJS.ErrnoException | null): void {
  if (!error || error.code === 'EPIPE' || isReported) return;
  isReported = true;
  process.stderr.write(`The output could not be written: ${error.message}.\n`);
  process.on('exit', (code) => {
    process.exitCode = code || 1;
  });
}

/** Characters of the log not written yet, because the reader of standard error hangs; further lines are dropped. */
const unwrittenMax = 1_000_000;

/** Does not wait for the reader: Node makes pipes non-blocking. Requires `goOnWithoutOutput`. */
export function writeLog(line: string): void {
  if (process.stderr.writableLength < unwrittenMax) process.stderr.write(line);
}

/** The variables that are set. Files of variables may leave white space around a value, such as their line ends. */
export const givenVariables = (environment: NodeJS.ProcessEnv): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(environment)
      .map(([name, value = '']) => [name, value.trim()] as const)
      .filter(([, value]) => value !== ''),
  );

/** The data folder that the environment names, as the server reads it. */
export const dataDirOf = (environment: NodeJS.ProcessEnv): string =>
  path.resolve(givenVariables(environment)['DATA_DIR'] ?? '.data');

const sameStopMs = 1_000;
const unreadMsMax = 1_000;

/**
 * Calls `stop` at the first SIGINT or SIGTERM; a later one ends the program at once, with `codeAtOnce`. Ctrl+C comes
 * twice under npm: from the terminal, and passed on by npm.
 */
export function onStopSignal(stop: () => void, codeAtOnce = 1): void {
  let first: number | undefined;
  const onSignal = () => {
    if (first !== undefined && performance.now() - first > sameStopMs) process.exit(codeAtOnce);
    if (first === undefined) stop();
    first ??= performance.now();
  };
  for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, onSignal);
}

/** Aborted at SIGINT or SIGTERM. */
export function interruption(): AbortSignal {
  const interrupted = new AbortController();
  onStopSignal(() => {
    interrupted.abort();
    // The exit code is set when the work has ended. Then only unread output keeps the program running.
    const endUnread = () => process.exitCode !== undefined && process.exit(process.exitCode || 130);
    setInterval(endUnread, unreadMsMax).unref();
  }, 130);
  return interrupted.signal;
}
