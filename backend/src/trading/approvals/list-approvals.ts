import type { RulingReason } from '@matgyo/contracts/cases';
import type { ApprovalView, approvalEndpoints } from '@matgyo/contracts/endpoints/approvals';
import type { MemberId } from '@matgyo/contracts/ids';
import { krwFor, subtractUsdt, type Usdt } from '@matgyo/contracts/money';
import type { ReversalReason } from '@matgyo/contracts/reversals';
import { ownersOf } from '@matgyo/ledger/approval/approval-policy';
import { mustAnotherRefuse } from '@matgyo/ledger/approval/decisions';
import { readAction } from '@matgyo/projections/read-models/approvals/approvals';
import { sql } from 'kysely';
import { shownNickname } from '../../identity/members/nicknames.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { pageBy } from '../../platform/http/page-cursor.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { appealedAt } from '../cases/find-case.ts';
import { namedOrder } from '../orders/named-order.ts';
import type { ActionOf } from './action-kinds.ts';

const open = ['waiting', 'granted'] as const;

/** `GET /approvals`: what waits from the oldest on, what has ended newest first. */
export const listApprovals =
  (db: Database) =>
  async ({ caller, query }: HandlerRequest<typeof approvalEndpoints.approvals>) => {
    const isWaiting = query.show === 'waiting';
    const rows = approvalRows(db).where('a.state', isWaiting ? 'in' : 'not in', open);
    const { page, nextCursor } = await pageBy(rows, query, {
      columns: ['a.asked_at', 'a.approval_id'],
      keyOf: (row) => [row.asked_at, row.approval_id],
      order: isWaiting ? 'asc' : 'desc',
    });
    const reader = await readerOf(db, caller.memberId);
    return { items: page.map((row) => viewOf(row, reader)), nextCursor };
  };

/** `GET /approvals/:id` */
export const readApproval =
  (db: Database) =>
  async ({ caller, params }: HandlerRequest<typeof approvalEndpoints.approval>): Promise<ApprovalView> => {
    const row = await approvalRows(db)
      .where('a.approval_id', '=', params.id)
      .executeTakeFirstOrThrow(() => failure('APPROVAL_NOT_FOUND'));
    return viewOf(row, await readerOf(db, caller.memberId));
  };

interface Reader {
  readonly memberId: MemberId;
  /** At most two other active admins: one of them did not make the request. */
  readonly others: readonly { readonly memberId: MemberId }[];
}

async function readerOf(db: Database, memberId: MemberId): Promise<Reader> {
  const accounts = db.selectFrom('read_accounts.accounts');
  const others = await accounts
    .select('member_id as memberId')
    .where('admin', '=', true)
    .where('status', '=', 'active')
    .where('member_id', '!=', memberId)
    .limit(2)
    .execute();
  return { memberId, others };
}

/** Of a ruling or reversal. */
const groundsHash = sql<string>`coalesce(a.act::json #>> '{ruling,grounds}', a.act::json ->> 'grounds')`;

const approvalRows = (db: Database) =>
  db
    .selectFrom('read_approvals.approvals as a')
    .leftJoin('read_trades.trades as t', 't.trade_id', 'a.trade_id')
    .leftJoin('read_orders.orders as s', 's.order_id', 't.sell_order_id')
    .leftJoin('read_orders.orders as b', 'b.order_id', 't.buy_order_id')
    .leftJoin('app.members as seller', 'seller.id', 't.seller_id')
    .leftJoin('app.members as buyer', 'buyer.id', 't.buyer_id')
    .leftJoin('app.members as asker', 'asker.id', 'a.asked_by')
    .leftJoin('app.members as decider', 'decider.id', 'a.decided_by')
    .leftJoin('app.members as member', (join) =>
      join.on('member.id', '=', sql<MemberId>`a.act::json ->> 'memberId'`),
    )
    .leftJoin('app.case_statements as statement', (join) => join.on('statement.hash', '=', groundsHash))
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('read_trades.cases as c')
          .select(['c.case_id', 'c.statements'])
          // Cases have an index by seller, and none by trade.
          .whereRef('c.seller_id', '=', 't.seller_id')
          .whereRef('c.trade_id', '=', 'a.trade_id')
          .where(
            sql<boolean>`case a.kind when 'reversal'
              -- A reversal requested before the appeal could not decide it.
              then c.appeal in ('open', 'overturn') and ${appealedAt} <= a.asked_at
              else c.case_id = a.act::json #>> '{ruling,caseId}' end`,
          )
          .limit(1)
          .as('decided'),
      (join) => join.onTrue(),
    )
    .selectAll('a')
    .select(['s.amount as sell_amount', 'b.amount as buy_amount', 'statement.content as grounds_text'])
    .select(['seller.nickname as seller_nickname', 'buyer.nickname as buyer_nickname'])
    .select('member.nickname as member_nickname')
    .select(['decided.case_id', 'decided.statements'])
    .select((eb) =>
      eb
        .selectFrom('app.case_statements as more')
        .select((count) => count.fn.countAll<string>().as('statements'))
        .whereRef('more.case_id', '=', 'decided.case_id')
        .whereRef('more.created_at', '>', 'a.asked_at')
        .where('more.hash', '!=', groundsHash)
        .as('statements_since'),
    )
    .select(['asker.nickname as asker_nickname', 'decider.nickname as decider_nickname']);

type Row = Awaited<ReturnType<ReturnType<typeof approvalRows>['execute']>>[number];

function viewOf(row: Row, reader: Reader): ApprovalView {
  const action = readAction(row.act);
  const isParty = ownersOf(action).includes(reader.memberId);
  const refusing = { by: reader.memberId, others: reader.others };
  const view = {
    _id: row.approval_id,
    state: row.state,
    askedBy: { _id: row.asked_by, nickname: shownNickname(row.asker_nickname) },
    askedAt: row.asked_at.toISOString(),
    until: row.until.toISOString(),
    decidedBy: row.decided_by && { _id: row.decided_by, nickname: shownNickname(row.decider_nickname) },
    decidedAt: row.decided_at?.toISOString() ?? null,
    mine: row.asked_by === reader.memberId,
    conflict: isParty ? ('OWN_ORDER' as const) : null,
    dispute: row.case_id && {
      caseId: row.case_id,
      statements: row.statements ?? 0,
      since: Number(row.statements_since),
    },
    mayRefuse: !isParty && !mustAnotherRefuse({ action, askedBy: row.asked_by }, refusing),
  };
  switch (action.kind) {
    case 'completion':
      return { ...view, kind: action.kind, completion: completionOf(action, row) };
    case 'reversal':
      return { ...view, kind: action.kind, reversal: reversalOf(action, row) };
    case 'role': {
      const { memberId, admin = null, manager = null, status = null } = action;
      const member = { _id: memberId, nickname: shownNickname(row.member_nickname) };
      return { ...view, kind: action.kind, role: { member, admin, manager, status } };
    }
    case 'price': {
      const { price, before, from } = action;
      return { ...view, kind: action.kind, price: { price, before, from } };
    }
  }
}

function completionOf(action: ActionOf<'completion'>, row: Row) {
  const { ruling, tradeId, amount, price, krw, reason = null } = action;
  return {
    tradeId,
    amount,
    price,
    krw,
    reason,
    ...partiesOf(action, row),
    ruling: ruling
      ? {
          caseId: ruling.caseId,
          outcome: ruling.outcome ?? 'complete',
          part: ruling.amount ? partOf(action, ruling.amount) : null,
          reasons: ruling.reasons as RulingReason[],
          text: row.grounds_text,
        }
      : null,
  };
}

const partOf = ({ amount: matched, price }: ActionOf<'completion'>, amount: Usdt) => ({
  amount,
  krw: krwFor(amount, price),
  released: subtractUsdt(matched, amount),
});

function reversalOf(action: ActionOf<'reversal'>, row: Row) {
  const { tradeId, amount, price, krw, fee } = action;
  const why = { reason: action.reason as ReversalReason, text: row.grounds_text };
  return { tradeId, amount, price, krw, fee, ...why, ...partiesOf(action, row) };
}

const partiesOf = ({ sellOrderId, buyOrderId, amount }: ActionOf<'completion' | 'reversal'>, row: Row) => ({
  sell: namedOrder('sell', sellOrderId, row.sell_amount ?? amount, row.seller_nickname),
  buy: namedOrder('buy', buyOrderId, row.buy_amount ?? amount, row.buyer_nickname),
});
