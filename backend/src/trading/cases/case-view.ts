import type { CaseEntry, CaseSummary, CaseView, caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import type { DataOf } from '@matgyo/contracts/events/ledger-event';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { appealEnd } from '@matgyo/ledger/trade/appeal';
import { appellantOf } from '@matgyo/ledger/trade/losing-side';
import { nicknamesOf, shownNickname } from '../../identity/members/nicknames.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller, HandlerRequest } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { namedOrder } from '../orders/named-order.ts';
import { matchNeedsApproval } from '../second-admin/approval-of.ts';
import { statementIn, statementOf, statementsWith } from '../statements/statement-view.ts';
import { loadTrade } from '../trades/find-trade.ts';
import type { TradeDependencies } from '../trades/trade-dependencies.ts';
import { type CaseRow, caseRows, partyOfCase } from './find-case.ts';

/** `GET /cases/:id`: for the two parties and admins; 404 for all others. */
export const readCase =
  ({ db, ledger, now, process }: Pick<TradeDependencies, 'db' | 'ledger' | 'now' | 'process'>) =>
  async ({ caller, params }: HandlerRequest<typeof caseEndpoints.case>): Promise<CaseView> => {
    const row = await caseRows(db).where('c.case_id', '=', params.id).executeTakeFirst();
    if (row === undefined || partyOfCase(row, caller) === undefined) throw failure('CASE_NOT_FOUND');
    const { events, state } = await loadTrade(ledger.log, row.trade_id);
    const timeline = await timelineOf(db, row, events, caller);
    const ruled = events.findLast(({ type, data }) => type === 'CaseRuled' && data['caseId'] === row.case_id);
    return {
      ...summaryOf(row, caller),
      appealUntil: appealUntil(row, now()),
      appellant: ruled === undefined ? null : appellantIn(ruled),
      lostBy: row.lost_by,
      matchedAmount: (events[0]?.data['amount'] as Usdt | undefined) ?? row.amount,
      needsApproval:
        caller.admin &&
        state.state === 'matched' &&
        (await matchNeedsApproval(process, state.terms, caller.memberId)),
      timeline,
    };
  };

type Ruling = DataOf<'CaseRuled'>;

const appellantIn = ({ data }: RecordedEvent): CaseView['appellant'] =>
  appellantOf(data as unknown as Ruling);

/** Shown to both parties and admins: what the ruling did is final only then. */
function appealUntil({ status, closed_at, appeal, trade_status }: CaseRow, nowMs: number): string | null {
  const isEnded = trade_status === 'completed' || trade_status === 'cancelled';
  if (status !== 'ruled' || !isEnded || closed_at === null || appeal !== null) return null;
  const until = appealEnd(closed_at.toISOString());
  return until < nowMs ? null : new Date(until).toISOString();
}

/** Admins see which admin took the case; members only see that one did. */
export function summaryOf(row: CaseRow, caller: Caller): CaseSummary {
  return {
    _id: row.case_id,
    tradeId: row.trade_id,
    status: row.status,
    reason: row.reason,
    openedBy: row.opened_by,
    openedAt: row.opened_at.toISOString(),
    closedAt: row.closed_at?.toISOString() ?? null,
    outcome: row.outcome,
    appeal: row.appeal,
    appealedAt: row.appealed_at?.toISOString() ?? null,
    as: partyOfCase(row, caller) ?? 'admin',
    taken: row.admin_id !== null,
    takenByMe: row.admin_id === caller.memberId,
    admin: caller.admin && row.admin_id !== null ? shownNickname(row.admin_nickname) : null,
    statements: row.statements,
    sell: namedOrder('sell', row.sell_order_id, row.sell_amount, row.seller_nickname),
    buy: namedOrder('buy', row.buy_order_id, row.buy_amount, row.buyer_nickname),
    amount: row.amount,
    price: row.price,
    krw: row.krw,
    tradeStatus: row.trade_status,
  };
}

/** The trade's events from its match on, with the statements. */
async function timelineOf(
  db: Database,
  row: CaseRow,
  events: readonly RecordedEvent[],
  caller: Caller,
): Promise<readonly CaseEntry[] & CaseView['timeline']> {
  const shown = events.slice(events.findIndex(({ type }) => type === 'TradeMatched'));
  const statements = await statementsWith(
    db,
    shown.flatMap((event) => statementIn(event) ?? []),
  );
  const actors = [...new Set(shown.map(({ metadata }) => metadata.actorId as MemberId))];
  const nicknames = await nicknamesOf(db, actors);
  return shown.map(({ id, type, data, metadata }) => {
    const { actorId, actorRole, at } = metadata;
    const by = partyOfCase(row, { memberId: actorId as MemberId, admin: actorRole === 'admin' }) ?? null;
    const hidden = by === null || (by === 'admin' && !caller.admin);
    const isOfCase = data['caseId'] === row.case_id;
    const isShown = isOfCase || type === 'PaymentSent' || (type === 'TradeReversed' && caller.admin);
    const hash = isShown ? statementIn({ data }) : undefined;
    return {
      _id: id,
      type,
      at,
      by,
      nickname: hidden ? null : shownNickname(nicknames.get(actorId) ?? null),
      ofThisCase: isOfCase,
      reasons: [data['reasons'] ?? data['reason'] ?? []].flat() as string[],
      ...outcomeOf({ type, data }),
      method: (data['method'] as CaseEntry['method'] | undefined) ?? null,
      signature: (data['signature'] as string | undefined) ?? null,
      statement: hash === undefined ? null : statementOf(statements, hash),
    };
  });
}

/** The outcome of a ruling or an appeal, or that of the transaction's check. */
function outcomeOf({ type, data }: Pick<RecordedEvent, 'type' | 'data'>) {
  const { outcome = null, amount = null } = data;
  if (type === 'TransferChecked')
    return { outcome: null, amount: null, transfer: { outcome, amount } as CaseEntry['transfer'] };
  const ruled = { outcome, amount: type === 'CaseRuled' ? amount : null };
  return { ...(ruled as Pick<CaseEntry, 'outcome' | 'amount'>), transfer: null };
}
