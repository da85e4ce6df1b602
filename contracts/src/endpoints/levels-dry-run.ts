import { z } from 'zod';
import { sides } from '../ids.ts';
import { reportPaths } from '../paths/reports.ts';
import { sha256Hex } from '../proofs.ts';
import { levelsText } from '../schemas/levels.ts';
import { krwSchema } from '../schemas/money.ts';
import { asOf, asOfErrors, covered } from './as-of.ts';
import { csvFile, endpoint } from './endpoint.ts';
import { count, ledgerId, timestamp } from './order-views.ts';

/**
 * `levels` is JSON as in the variable LEVELS. Without `before` and `after` the range is last month in Korea; if only
 * one is missing, it is the beginning, or now.
 */
const dryRunQuery = z.object({ levels: levelsText, before: asOf, after: asOf });
/** Orders placed, and those of them that the levels would have refused. */
const dryRunOrders = z.object({ orders: count, krw: krwSchema, refused: count, refusedKrw: krwSchema });

export const levelsDryRunEndpoints = {
  dryRunLevels: endpoint(reportPaths.dryRunLevels, {
    summary:
      'Which orders placed between two points in the log other levels would have refused. Repeated calls while it is computed return the progress within a second. Nothing is written.',
    query: dryRunQuery,
    response: z.object({
      /** Events read; their total is known to the minute. */
      done: count,
      total: count,
      /** Null while it is computed. */
      rehearsal: z
        .object({
          before: z.object(covered),
          after: z.object(covered),
          totals: dryRunOrders,
          /** From the first to the last day with an order, at most the latest 731. */
          days: z.array(dryRunOrders.extend({ day: z.iso.date() })),
          /** By the member's level at the time. */
          byLevel: z.array(dryRunOrders.extend({ level: z.int().positive() })),
          /** Those with refused orders, the most refused won first, at most 100. */
          members: z.array(dryRunOrders.extend({ memberId: ledgerId, nickname: z.string().nullable() })),
          /** The refused orders, oldest first, at most 100. `openKrw`: what the member's orders came to before. */
          refused: z.array(
            z.object({
              orderId: ledgerId,
              side: z.enum(sides),
              at: timestamp,
              memberId: ledgerId,
              nickname: z.string().nullable(),
              krw: krwSchema,
              level: z.int().positive(),
              limitKrw: krwSchema.nullable(),
              openKrw: krwSchema,
            }),
          ),
          /** Whether one of these lists was cut; the file has more. */
          cut: z.boolean(),
          /** Over levels and range, and every order. */
          sha256: sha256Hex,
        })
        .nullable(),
    }),
    errors: asOfErrors,
  }),
  dryRunLevelsCsv: endpoint(reportPaths.dryRunLevelsCsv, {
    summary:
      'The same dry run as a file for a spreadsheet, with every member and the first 1,000 refused orders.',
    query: dryRunQuery,
    ...csvFile,
    errors: asOfErrors,
  }),
} as const;
