import { logDeadlineMs } from '@matgyo/event-store/log-deadline';
import { longestWritingMs } from './writing-times.ts';

/** The time for reads of other tables and streams before a write: that of one call without a reply. */
const longestPreparationMs = 10_000;

/**
 * From when a command was claimed, for so long it may append. Counted by the database where the log refuses what comes
 * later, and by this process everywhere: later nothing is sent.
 */
export const appendWindowMs = longestPreparationMs + longestWritingMs;

/**
 * How long a command has before a repeat may take over from it, as after a crash: until it may append no more and what
 * it appended last has been committed or never will be. A trade's steps may go on behind that; whoever takes them, they
 * are the same steps.
 */
export const leaseMs = appendWindowMs + logDeadlineMs;
