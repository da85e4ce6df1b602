/**
 * Longest any call of a log takes unless it was opened with another deadline, in milliseconds. Whoever adds up how long
 * something may take counts with this (`backend/src/trading/commands/command-times.ts`).
 */
export const logDeadlineMs = 6_000;
