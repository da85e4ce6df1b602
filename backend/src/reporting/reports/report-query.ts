import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import { kstDay } from '@matgyo/contracts/kst';
import type { FeePeriod } from '@matgyo/projections/reports/fee-rows';
import { inviteCodeOf } from '../../identity/members/invite-code.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller, HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';

type Query = Pick<
  HandlerRequest<typeof reportEndpoints.feeReportCsv>['query'],
  'from' | 'to' | 'period' | 'referralCode'
>;

/** Before the first and after the last day anyone will ask for: a period left open on that side. */
const firstDay = '1970-01-01';
const lastDay = '9999-12-31';

/** What stands for "of every referral code". */
const everyCode = 'All';

/**
 * Which trades a call asks for. A manager who names no referral code gets the members they invited (docs/http.md,
 * "referral codes").
 *
 * @throws RequestFailure REPORT_PERIOD_INVALID
 */
export async function reportPeriod(
  db: Database,
  caller: Caller,
  query: Query,
  nowMs: number,
): Promise<FeePeriod> {
  const { from, to } = boundsOf(query, nowMs);
  if (from > to) throw failure('REPORT_PERIOD_INVALID');
  const stated = query.referralCode?.trim() || undefined;
  const referralCode = stated ?? (caller.admin ? everyCode : await inviteCodeOf(db, caller.memberId));
  return { from, to, ...(referralCode === everyCode ? {} : { referralCode }) };
}

function boundsOf({ period, from = firstDay, to = lastDay }: Query, nowMs: number) {
  if (period === 'total') return { from: firstDay, to: lastDay };
  const today = kstDay(new Date(nowMs).toISOString());
  return period === 'today' ? { from: today, to: today } : { from, to };
}

/** The bounds as they were asked for: null where the period was left open. */
export const statedBounds = ({ from, to }: { readonly from: string; readonly to: string }) => ({
  from: from === firstDay ? null : from,
  to: to === lastDay ? null : to,
});
