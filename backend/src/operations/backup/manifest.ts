import { z } from 'zod';

/**
 * A backup is one gzip file of lines, readable with `zcat`:
 *
 * ```
 * {"format":"matgyo-backup","formatVersion":1}     what this is
 * {"part":"app.members","columns":["id",…]}        begins a part
 * ["65a0…","minsu",…]                              a line of it: arrays are content, objects are structure
 * {"part":"events"}                                the last part, in the order of the log
 * {"manifest":{…}}                                 the last line: what all of the above has to be
 * ```
 */
export const format = 'matgyo-backup';
/** Incremented when an older program could misread a newer file. */
export const formatVersion = 1;

/** The part that holds the log. All other parts are named after their table. */
export const eventsPart = 'events';

export const headerSchema = z.object({ format: z.literal(format), formatVersion: z.int() });

/** The start of a part. For a table: its columns in the order of the lines, and the last values of its sequences. */
export const partStartSchema = z.object({
  part: z.string(),
  columns: z.array(z.string()).optional(),
  sequences: z.record(z.string(), z.string()).optional(),
});
export type PartStart = z.output<typeof partStartSchema>;

const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

const partSummarySchema = z.object({
  part: z.string(),
  lines: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  /** Over its lines including line breaks. */
  sha256,
});
export type PartSummary = z.output<typeof partSummarySchema>;

const booksSchema = z.object({
  trades: z.int().nonnegative(),
  amount: z.string(),
  krw: z.string(),
  fee: z.string(),
  /** The SHA-256 of the fee report over all completed trades. */
  feeReport: sha256,
});
/** Totals of the log's completed trades. */
export type LedgerTotals = z.output<typeof booksSchema>;

export const manifestSchema = z.object({
  format: z.literal(format),
  formatVersion: z.literal(formatVersion),
  software: z.string(),
  createdAt: z.iso.datetime(),
  eventLog: z.enum(['postgres', 'eventstoredb']),
  /** The last event in the backup; null when the log was empty. */
  lastEvent: z.object({ id: z.uuid(), at: z.string() }).nullable(),
  /** See `Seal`. */
  seal: sha256,
  /** Null when the log holds a completed trade that the software could not read. */
  books: booksSchema.nullable(),
  /** Applied to the schema `app` of the source. */
  migrations: z.array(z.string()),
  /** Tables not in the backup. */
  leftOut: z.array(z.string()),
  /** Rows of `app.images` left out because their file was gone. */
  photosWithoutFile: z.int().nonnegative(),
  parts: z.array(partSummarySchema),
});
export type Manifest = z.output<typeof manifestSchema>;
