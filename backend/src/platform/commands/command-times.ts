import { logDeadlineMs } from '@matgyo/event-store/deadline';

/** How long a writer by default waits for its turn and retries after conflicts. */
export const defaultWritingMs = 5_000;
export const pauseMsMax = 100;

/**
 * The longest time from the start of a write until the outcome of its last append is certain. An attempt that starts
 * just before the deadline may still take a pause and three calls of the log: reading new events, one read for the
 * decision, and the append.
 */
export const writingMsMax = defaultWritingMs + pauseMsMax + 3 * logDeadlineMs;

/** The time for what a command reads before it writes. It is enough if one of its calls gets no reply. */
const preparationMsMax = 10_000;

/**
 * How long a command may append, from its claim on or, if it has none, from its start. This process enforces it. For a
 * claimed command the database's clock enforces it too, if the log refuses late appends.
 */
export const appendWindowMs = preparationMsMax + writingMsMax;

/**
 * How long a claim lasts. After it a repeat may execute the command, because the first run, which may have crashed, can
 * no longer append and its last append has been written or not. The steps of a trade may continue later than that: they
 * are the same for every process that runs them.
 */
export const leaseMs = appendWindowMs + logDeadlineMs;
