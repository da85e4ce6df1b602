import type { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { memberIdSchema } from '@matgyo/contracts/schemas/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { memberById, memberViewOf } from './member-query.ts';
import type { PaymentMethodDependencies } from './payment-methods.ts';

/** `GET /admin/members/:id`: a member with their orders and trades. */
export const readMember =
  ({ db, payoutChanges }: PaymentMethodDependencies) =>
  async ({ params, caller }: HandlerRequest<typeof memberEndpoints.memberById>) => {
    const id = memberIdSchema.safeParse(params.id);
    const row = id.success ? await memberById(db, id.data) : undefined;
    if (row === undefined) throw failure('MEMBER_NOT_FOUND');
    const [changes, payouts] = await Promise.all([payoutChanges.of(row.id), payoutChanges.at([row.id])]);
    return {
      ...memberViewOf(row, caller),
      activity: await activityOf(db, row.id, row.invite_code),
      payoutInUse: payouts.get(row.id)?.inUse ?? null,
      payoutChanges: changes.map(({ id: _, changedAt, effectiveAt, settledAt, ...change }) => ({
        ...change,
        changedAt: changedAt.toISOString(),
        effectiveAt: effectiveAt?.toISOString() ?? null,
        settledAt: settledAt?.toISOString() ?? null,
      })),
    };
  };

interface Activity {
  readonly orders: number;
  readonly trades: number;
  readonly sold: Usdt;
  readonly bought: Usdt;
  readonly fees: Usdt;
  readonly invited: number;
}

async function activityOf(db: Database, id: MemberId, inviteCode: string): Promise<Activity> {
  const { rows } = await sql<Activity>`
    select
      (select count(*)::int from read_orders.orders where member_id = ${id}) as orders,
      s.trades + b.trades as trades, s.amount as sold, b.amount as bought, s.fees,
      (select count(*)::int from read_accounts.accounts where referral_code = ${inviteCode}) as invited
    from
      (select count(*)::int as trades, coalesce(sum(amount), 0)::numeric(24,4) as amount,
          coalesce(sum(fee), 0)::numeric(24,4) as fees
        from read_trades.trades where seller_id = ${id} and status = 'completed') s,
      (select count(*)::int as trades, coalesce(sum(amount), 0)::numeric(24,4) as amount
        from read_trades.trades where buyer_id = ${id} and status = 'completed') b`.execute(db);
  const [activity] = rows;
  if (activity === undefined) throw new Error('a sum over nothing is a row too');
  return activity;
}
