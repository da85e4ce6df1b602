import { logDeadlineMs } from '@matgyo/event-store/deadline';

/** How long a writer waits for its turn and retries conflicts by default. */
export const defaultWritingMs = 5_000;
export const pauseMsMax = 100;

/**
 * Maximum time until a writer knows the outcome of its last append. What starts before the deadline may end after it:
 * a pause and three log calls (reading new events, one read for the decision, the append).
 */
export const writingMsMax = defaultWritingMs + pauseMsMax + 3 * logDeadlineMs;

/** Time for reads before a write: one call without a reply. */
const preparationMsMax = 10_000;

/**
 * How long a command may append after it was claimed, or began without a claim. Enforced by this process and, for
 * a claimed one where the log refuses late appends, by the database's clock.
 */
export const appendWindowMs = preparationMsMax + writingMsMax;

/**
 * When a repeat may take over, as after a crash: once the command may no longer append and the outcome of its last
 * append is fixed. A trade's steps may continue later; they are the same for every process that runs them.
 */
export const leaseMs = appendWindowMs + logDeadlineMs;
