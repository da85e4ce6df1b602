import { writeLog } from '@matgyo/projections/program';
import { type Logger, pino } from 'pino';

/** Logs to standard error; standard output has only the line that reports readiness. */
export const createLogger = (level: string): Logger => pino({ base: null, level }, { write: writeLog });
