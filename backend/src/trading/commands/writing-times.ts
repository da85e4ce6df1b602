import { logDeadlineMs } from '@matgyo/event-store/log-deadline';

/** How long a writer waits for its turn at a stream and retries what others' changes undid, unless it says otherwise. */
export const usualWritingMs = 5_000;
export const longestPauseMs = 100;

/**
 * Longest until a writer has sent its last append and knows what became of it. Whatever begins before its deadline goes
 * on behind it, and every call of the log may take the log's: a pause, reading what is new, one reading for the decision
 * (the price; or two orders at once), the append.
 */
export const longestWritingMs = usualWritingMs + longestPauseMs + 3 * logDeadlineMs;
