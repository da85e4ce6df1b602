import { destination, type Logger, pino } from 'pino';

/** Structured lines on standard error: standard output is for the one line that says it serves. */
export const createLogger = (level: string): Logger => pino({ base: null, level }, destination(2));
