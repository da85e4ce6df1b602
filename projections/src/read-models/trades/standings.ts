import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { MemberId } from '@matgyo/contracts/ids';
import { countedBy, mayCount } from '@matgyo/ledger/levels/evidence';
import { answerTimes } from '@matgyo/ledger/levels/levels';
import type { LoggedEvent } from '../../logged-event.ts';
import { existing } from '../../read-model.ts';
import type { StoredRow } from '../../table-shape.ts';
import type { WorkingRows } from '../../working-rows.ts';
import { tradeEvent } from '../trade-events.ts';
import { readPayment } from './payment.ts';
import { casesTable, type StandingsTable, standingsTable, type TradesTable, tradesTable } from './tables.ts';

type Trade = StoredRow<TradesTable>;
/** The column of each count. */
const columns = { trades: 'trades', overdue: 'overdue', casesLost: 'cases_lost' } as const;

/** Counts an event for the parties. */
export function noteStanding(rows: WorkingRows, trade: Trade, event: TradeEvent): void {
  const memberOf = { sell: trade.seller_id, buy: trade.buyer_id };
  const lostBy = event.type === 'AppealRuled' ? rows.get(casesTable, event.data.caseId)?.lost_by : undefined;
  for (const { side, what, by } of countedBy(event, lostBy ?? undefined))
    rows.put(standingsTable, counting(rows, memberOf[side], columns[what], by));
}

function counting(
  rows: WorkingRows,
  memberId: MemberId,
  what: (typeof columns)[keyof typeof columns],
  by: number,
): StoredRow<StandingsTable> {
  const none = { member_id: memberId, trades: 0, overdue: 0, cases_lost: 0 };
  const before = rows.get(standingsTable, memberId) ?? none;
  return { ...before, [what]: before[what] + by };
}

/** The minutes that the parties of a completed trade took for their marks. */
export function answeredIn({ trade_id, payment, matched_at }: Trade) {
  const marked = existing(readPayment(payment ?? null), `payment of trade ${trade_id}`);
  const { pay, confirm } = answerTimes(
    marked,
    existing(matched_at ?? undefined, `match of trade ${trade_id}`),
  );
  return { pay_minutes: pay, confirm_minutes: confirm };
}

/** Most events have the trade's id only; its parties are in its proposal, in this batch or before. */
export function partiesCounted(events: readonly LoggedEvent[], rows: WorkingRows): readonly MemberId[] {
  const named = new Map<string, readonly MemberId[]>();
  return events.map(tradeEvent).flatMap(({ type, data }) => {
    if (type === 'TradeProposed') named.set(data.tradeId, [data.sellerId, data.buyerId]);
    if (!mayCount({ type })) return [];
    const stored = rows.get(tradesTable, data.tradeId);
    return named.get(data.tradeId) ?? (stored ? [stored.seller_id, stored.buyer_id] : []);
  });
}
