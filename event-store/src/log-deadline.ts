/**
 * Longest duration of a log's call unless it was opened with another deadline, in milliseconds. Other deadlines are
 * derived from it (`backend/src/trading/commands/command-times.ts`).
 */
export const logDeadlineMs = 6_000;
