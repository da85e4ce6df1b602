import { logDeadlineMs } from '@matgyo/event-store/log-deadline';
import { writingMsMax } from './writing-times.ts';

/** Time for reads before a write: one call without a reply. */
const preparationMsMax = 10_000;

/**
 * How long a command may append after it was claimed. Enforced by this process and, where the log refuses late
 * appends, by the database's clock.
 */
export const appendWindowMs = preparationMsMax + writingMsMax;

/**
 * When a repeat may take over, as after a crash: once the command may no longer append and the outcome of its last
 * append is fixed. A trade's steps may continue later; they are the same for every process that runs them.
 */
export const leaseMs = appendWindowMs + logDeadlineMs;
