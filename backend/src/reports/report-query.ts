import type { reportEndpoints } from '@matgyo/contracts/endpoints/reports';
import type { Database } from '../database/tables.ts';
import type { Caller, HandlerRequest } from '../http/handler.ts';
import { failure } from '../http/request-failure.ts';

type Query = HandlerRequest<typeof reportEndpoints.feeReportCsv>['query'];

/** Before the first and after the last day anyone will ask for: a period left open on that side. */
const firstDay = '1970-01-01';
const lastDay = '9999-12-31';

/** What stands for "of every referral code". */
const everyCode = 'All';

export interface ReportPeriod {
  readonly from: string;
  readonly to: string;
  readonly referralCode?: string;
  readonly asOf?: string;
}

/**
 * The report a call asks for. A manager who names no referral code gets the members they invited (docs/http.md,
 * "referral codes").
 *
 * @throws RequestFailure REPORT_PERIOD_INVALID
 */
export async function reportPeriod(db: Database, caller: Caller, query: Query): Promise<ReportPeriod> {
  const { from = firstDay, to = lastDay, asOf } = query;
  if (from > to) throw failure('REPORT_PERIOD_INVALID');
  const stated = query.referralCode?.trim() || undefined;
  const referralCode = stated ?? (caller.admin ? everyCode : await inviteCodeOf(db, caller));
  return {
    from,
    to,
    ...(referralCode === everyCode ? {} : { referralCode }),
    ...(asOf === undefined ? {} : { asOf }),
  };
}

/** The bounds as they were asked for: null where the period was left open. */
export const statedBounds = ({ from, to }: { readonly from: string; readonly to: string }) => ({
  from: from === firstDay ? null : from,
  to: to === lastDay ? null : to,
});

async function inviteCodeOf(db: Database, { memberId }: Caller): Promise<string> {
  const account = await db
    .selectFrom('read_accounts.accounts')
    .select('invite_code')
    .where('member_id', '=', memberId)
    .executeTakeFirstOrThrow();
  return account.invite_code;
}
