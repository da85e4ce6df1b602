import { destination, type Logger, pino } from 'pino';

/** Bytes of lines not written yet, because the reader of standard error hangs or the disk is full; more are dropped. */
const unwrittenBytesMax = 1_000_000;

/** Logs to standard error; standard output has only the line that reports readiness. */
export const createLogger = (level: string): Logger => pino({ base: null, level }, standardError());

/** An error of writing is ignored: otherwise a full disk would end the program, which would then hang as it ends. */
function standardError() {
  const stream = destination({ dest: 2, minLength: 0, maxLength: unwrittenBytesMax });
  let fails = false;
  stream.on('error', () => {
    fails = true;
  });
  stream.on('write', () => {
    fails = false;
  });
  // pino's own flush repeats until it succeeds.
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => {
    if (!fails) flushSync();
  };
  return stream;
}
