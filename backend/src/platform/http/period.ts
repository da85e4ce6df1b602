import { failure } from './request-failure.ts';

/** Inclusive Korean days, YYYY-MM-DD; either may be open. */
export interface Period {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** @throws RequestFailure REPORT_PERIOD_INVALID when the period ends before it begins. */
export function refuseReversedPeriod({ from, to }: Period): void {
  if (from !== undefined && to !== undefined && from > to) throw failure('REPORT_PERIOD_INVALID');
}
