import type { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import type { MemberId } from '@matgyo/contracts/ids';
import { isStaff } from '@matgyo/contracts/roles';
import { sql } from 'kysely';
import type { z } from 'zod';
import { containing } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller, HandlerRequest, Handlers } from '../../platform/http/handler.ts';
import { pageBy } from '../../platform/http/page-cursor.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { countShown, type PersonalReadings } from '../../proof/audit/personal-readings.ts';
import { isMatch } from '../../trading/orders/order-matches.ts';
import { membersSeenBy, seesMember } from './member-policy.ts';
import { activatedAt, memberById, memberByNickname, memberRows, memberViewOf } from './member-query.ts';
import type { PaymentMethodDependencies } from './payment-methods.ts';

type ShowDependencies = PersonalReadings & PaymentMethodDependencies;
type Shows = 'listMembers' | 'listReferredMembers' | 'findMember' | 'memberById';

/** What shows members with their personal data. */
export function showMembers(deps: ShowDependencies): Pick<Handlers<typeof memberEndpoints>, Shows> {
  const { db } = deps;
  return {
    listMembers: async (request) =>
      shownTo(deps, request, await listMembers(db, request.caller, request.query)),

    async listReferredMembers(request) {
      const { caller, query } = request;
      const own = query.all ? undefined : await memberById(db, caller.memberId);
      const code = query.all ? undefined : (own?.invite_code ?? '');
      return shownTo(deps, request, await listMembers(db, caller, query, code));
    },

    async findMember({ caller, params, requestId }) {
      const row = await memberByNickname(db, params.nickname);
      // The same reply for a missing member and for one that the caller may not see.
      if (row === undefined || !seesMember(caller, row)) throw failure('MEMBER_NOT_FOUND');
      const view = memberViewOf(row, caller);
      await shownTo(deps, { caller, requestId }, { items: [view] });
      return view;
    },

    async memberById(request) {
      const view = await readMember(deps)(request);
      await shownTo(deps, request, { items: [view] });
      return view;
    },
  };
}

/** Counts the different members that staff are shown: page by page, a list is an export. */
export async function shownTo<Page extends { readonly items: readonly { readonly _id: string }[] }>(
  deps: PersonalReadings,
  by: { readonly caller: Caller; readonly requestId: string },
  page: Page,
): Promise<Page> {
  const rows = page.items.map(({ _id }) => _id);
  if (isStaff(by.caller)) await countShown(deps, 'membersShownTo', by, rows);
  return page;
}

type ListQuery = z.output<(typeof memberEndpoints)['listMembers']['query']>;

/**
 * One page of the members the caller may see, newest first (docs/http.md).
 * `referredBy`: only those who signed up with this invite code.
 */
async function listMembers(db: Database, caller: Caller, query: ListQuery, referredBy?: string) {
  const { search, status, role } = query;
  let rows = memberRows(db);
  const seen = membersSeenBy(caller);
  if (seen === 'own') rows = rows.where('member.id', '=', caller.memberId);
  if (referredBy !== undefined) rows = rows.where('account.referral_code', '=', referredBy);
  if (search !== '') rows = rows.where(isFoundBy(search));
  if (status !== undefined)
    rows = rows.where('account.status', '=', status === 'active' ? status : 'inactive');
  if (status === 'awaiting') rows = rows.where(activatedAt, 'is', null);
  if (status === 'deactivated') rows = rows.where(activatedAt, 'is not', null);
  if (role === 'admin') rows = rows.where('account.admin', '=', true);
  if (role === 'manager') rows = rows.where('account.manager', '=', true);
  if (role === 'member' || seen === 'plain')
    rows = rows.where('account.admin', '=', false).where('account.manager', '=', false);
  const { page, nextCursor } = await pageBy(rows, query, {
    columns: ['member.created_at', 'member.id'],
    keyOf: (row) => [row.created_at, row.id],
  });
  return { items: page.map((row) => memberViewOf(row, caller)), nextCursor };
}

/** Fewer digits are in too many numbers. */
const phoneDigitsMin = 4;

/** By part of a nickname or full name, or of a phone number, with or without its country or hyphens. */
function isFoundBy(search: string) {
  const text = containing(search.toLowerCase());
  const digits = /^[\d\s+-]+$/.test(search) ? search.replace(/\D/g, '') : '';
  // Zeros before a number are not stored; those within it are.
  const byPhone = [digits, digits.replace(/^0+/, '')]
    .filter(({ length }) => length >= phoneDigitsMin)
    .map((part) => sql` or member.phone like ${containing(part)}`);
  return sql<boolean>`(member.nickname_key like ${text} or lower(member.full_name) like ${text}
    ${sql.join(byPhone, sql``)})`;
}

/** `GET /admin/awaiting-members`: without data of the members, so no one is shown. */
export async function countAwaitingMembers(db: Database) {
  const { total, oldest } = await db
    .selectFrom('read_accounts.accounts as account')
    .select((is) => [is.fn.countAll<string>().as('total'), is.fn.min('account.registered_at').as('oldest')])
    .where('account.status', '=', sql.lit('inactive' as const))
    .where(activatedAt, 'is', null)
    .executeTakeFirstOrThrow();
  return { total: Number(total), oldest: oldest?.toISOString() ?? null };
}

/** `GET /admin/members/:id`: a member with their orders and trades. */
const readMember =
  ({ db, payoutChanges }: PaymentMethodDependencies) =>
  async ({ params, caller }: HandlerRequest<typeof memberEndpoints.memberById>) => {
    const row = await memberById(db, params.id);
    if (row === undefined) throw failure('MEMBER_NOT_FOUND');
    const [changes, payouts] = await Promise.all([payoutChanges.of(row.id), payoutChanges.at([row.id])]);
    return {
      ...memberViewOf(row, caller),
      activity: await activityOf(db, row.id, row.invite_code),
      payoutInUse: payouts.get(row.id)?.inUse ?? null,
      payoutChanges: changes.map(({ changedAt, effectiveAt, settledAt, ...change }) => ({
        ...change,
        changedAt: changedAt.toISOString(),
        effectiveAt: effectiveAt?.toISOString() ?? null,
        settledAt: settledAt?.toISOString() ?? null,
      })),
    };
  };

type Activity = z.output<typeof memberEndpoints.memberById.response>['activity'];

async function activityOf(db: Database, id: MemberId, inviteCode: string): Promise<Activity> {
  const { rows } = await sql<Activity>`
    select
      (select count(*)::int from read_orders.orders where member_id = ${id}) as orders,
      (select count(*)::int from read_accounts.accounts where referral_code = ${inviteCode}) as invited,
      count(*) filter (where status = 'completed')::int as trades, count(*)::int as matches,
      coalesce(sum(amount) filter (where status = 'completed' and seller_id = ${id}), 0)::numeric(24,4) as sold,
      coalesce(sum(amount) filter (where status = 'completed' and buyer_id = ${id}), 0)::numeric(24,4) as bought,
      coalesce(sum(fee) filter (where status = 'completed' and seller_id = ${id}), 0)::numeric(24,4) as fees
    from read_trades.trades t where (seller_id = ${id} or buyer_id = ${id}) and ${isMatch}`.execute(db);
  const [activity] = rows;
  if (activity === undefined) throw new Error('a sum over nothing is a row too');
  return activity;
}
