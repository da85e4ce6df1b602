import { z } from 'zod';

/**
 * A point in the log: a time (ISO 8601, at least a minute ago), the id of the last event to include, or both as named
 * by an earlier response (`<event id>@<time>`).
 */
export const asOf = z.string().max(100).optional();

/** What a figure covers: the last event included, and the `asOf` that gives the same result again. */
export const covered = { lastEvent: z.uuid().nullable(), asOf: z.string().nullable() };

export const asOfErrors = ['REPORT_MOMENT_UNKNOWN', 'REPORT_HALTED'] as const;
