import { monthBefore } from '@matgyo/contracts/kst';
import type { TwoAsOfPoints } from '@matgyo/projections/reports/as-of-points-between';

/** Before all events. */
const firstTime = '1970-01-01T00:00:00Z';

/** Rows of a response; the file has the others. */
export const listedMax = 100;

/** The range of a dry run: last month in Korea by default. */
export const dryRunRange = (
  { before, after }: { readonly [Point in keyof TwoAsOfPoints]?: string | undefined },
  nowMs: number,
): TwoAsOfPoints =>
  before === undefined && after === undefined
    ? monthBefore(new Date(nowMs).toISOString())
    : { before: before ?? firstTime, after };
