import { onStopSignal, writeLog } from './program.ts';
import { runToExitCode } from './program-fault.ts';
import { openSources } from './program-sources.ts';
import { faultOf, type ProjectionLogger } from './runner/projection-logger.ts';
import { startProjections } from './runner/start-projections.ts';

/** The projections as a separate program. Several may run: one is the leader, the others stand by. */
const write = (level: number, fields: object, message: string): void => {
  writeLog(`${JSON.stringify({ level, time: Date.now(), ...fields, msg: message })}\n`);
};
const logger: ProjectionLogger = {
  info: (fields, message) => write(30, fields, message),
  warn: (fields, message) => write(40, fields, message),
  error: (fields, message) => write(50, fields, message),
};

const stopMsMax = 15_000;
const stopping = new AbortController();
onStopSignal(() => {
  stopping.abort();
  setTimeout(() => process.exit(1), stopMsMax).unref();
});

// Node would print the values that PostgreSQL quotes. The next start goes on at the checkpoint.
process.on('uncaughtException', (error: unknown) => {
  logger.error({ fault: error instanceof Error ? error.stack : faultOf(error) }, 'uncaught');
  process.exit(1);
});

await runToExitCode(async () => {
  await using sources = await openSources(process.env, {
    onConnectionLost: (error) =>
      logger.warn({ fault: faultOf(error) }, 'a connection to the event log was lost'),
  });
  const running = startProjections({ ...sources, signal: stopping.signal, logger });
  running.ready.then(
    () => process.stdout.write('ready\n'),
    () => {},
  );
  await running.finished;
  return 0;
});
// Unread lines of the log would keep it running.
process.exit();
