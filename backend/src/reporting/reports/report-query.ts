import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { kstDay } from '@matgyo/contracts/kst';
import { UnknownAsOfPoint } from '@matgyo/projections/reports/as-of-point';
import type { ReadFeeReport } from '@matgyo/projections/reports/fee-reports';
import type { FeePeriod } from '@matgyo/projections/reports/fee-rows';
import { ReadModelUnavailable } from '@matgyo/projections/reports/read-model-unavailable';
import { inviteCodeOf } from '../../identity/members/member-query.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller, HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import type { Checkpoints } from '../../proof/checkpoints/checkpoints.ts';
import type { Shared } from '../../shared.ts';

export interface ReportSources extends Pick<Shared, 'db' | 'pool' | 'log' | 'now'> {
  readonly checkpoints: Pick<Checkpoints, 'ofReport'>;
}

export interface ReportDependencies extends ReportSources {
  readonly feeReports: ReadFeeReport;
}

type Query = Pick<
  HandlerRequest<typeof reportEndpoints.feeReportCsv>['query'],
  'from' | 'to' | 'period' | 'referralCode'
>;

/** Bounds of an open period. */
const firstDay = '1970-01-01';
const lastDay = '9999-12-31';

const everyCode = 'All';

/**
 * The trades a request selects. For managers the default is the members they invited (docs/http.md, "referral
 * codes").
 */
export async function reportPeriod(
  db: Database,
  caller: Caller,
  query: Query,
  at: string,
): Promise<FeePeriod> {
  const { from, to } = boundsOf(query, kstDay(at));
  if (from > to) throw failure('REPORT_PERIOD_INVALID');
  const stated = query.referralCode?.trim() || undefined;
  const referralCode = stated ?? (caller.admin ? everyCode : await inviteCodeOf(db, caller.memberId));
  return { from, to, ...(referralCode === everyCode ? {} : { referralCode }) };
}

function boundsOf({ period, from = firstDay, to = lastDay }: Query, today: string) {
  if (period === 'total') return { from: firstDay, to: lastDay };
  return period === 'today' ? { from: today, to: today } : { from, to };
}

/** The requested bounds; null where the period is open. */
export const statedBounds = ({ from, to }: { readonly from: string; readonly to: string }) => ({
  from: from === firstDay ? null : from,
  to: to === lastDay ? null : to,
});

/** A halted or rebuilding projection may be retried; an as-of point that is not in the log may not. */
export function refuseReport(error: unknown): never {
  if (error instanceof UnknownAsOfPoint) throw failure('REPORT_MOMENT_UNKNOWN', { reason: error.reason });
  if (error instanceof ReadModelUnavailable)
    throw failure(
      'REPORT_HALTED',
      { readModel: error.readModel, reason: error.reason },
      { retryAfterSeconds: 30 },
    );
  throw error;
}
