import { logDeadlineMs } from '@matgyo/event-store/log-deadline';

/** How long a writer waits for its turn and retries conflicts by default. */
export const defaultWritingMs = 5_000;
export const pauseMsMax = 100;

/**
 * Maximum time until a writer knows the outcome of its last append. What starts before the deadline may end after it:
 * a pause and three log calls (reading new events, one read for the decision, the append).
 */
export const writingMsMax = defaultWritingMs + pauseMsMax + 3 * logDeadlineMs;
