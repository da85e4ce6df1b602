import { destination, type Logger, pino } from 'pino';

/** Of lines that are not written yet, as the reader of standard error hangs or the disk is full; later ones are dropped. */
const waitingMax = 1_000_000;

/** Logs to standard error; standard output has only the line that reports readiness. */
export const createLogger = (level: string): Logger => pino({ base: null, level }, standardError());

/** What cannot be written to does not stop the program: without a listener a full disk ends it, and hangs it as it ends. */
function standardError() {
  const stream = destination({ dest: 2, minLength: 0, maxLength: waitingMax });
  let fails = false;
  stream.on('error', () => {
    fails = true;
  });
  stream.on('write', () => {
    fails = false;
  });
  // Tries for ever.
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (!fails) flushSync();
  };
  return stream;
}
