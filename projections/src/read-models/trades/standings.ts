import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { MemberId, Side } from '@matgyo/contracts/ids';
import type { Level } from '@matgyo/contracts/levels';
import { levelsStream } from '@matgyo/contracts/streams';
import { countedBy, mayCount } from '@matgyo/ledger/levels/level-counts';
import { windowMinutesOf } from '@matgyo/ledger/levels/levels';
import { answerTimes, maySetStep } from '@matgyo/ledger/trade/payment';
import type { LoggedEvent } from '../../logged-event.ts';
import { existing } from '../../read-model.ts';
import type { StoredRow } from '../../table-shape.ts';
import type { WorkingRows } from '../../working-rows.ts';
import { tradeEvents } from '../trade-events.ts';
import { readPayment } from './payment.ts';
import {
  casesTable,
  levelsTable,
  type StandingsTable,
  standingsTable,
  type TradeRow,
  tradesTable,
} from './tables.ts';

const columns = { trades: 'trades', overdue: 'overdue', casesLost: 'cases_lost' } as const;

export function noteStanding(rows: WorkingRows, trade: TradeRow, event: TradeEvent): void {
  const memberOf = { sell: trade.seller_id, buy: trade.buyer_id };
  const lostBy = event.type === 'AppealRuled' ? rows.get(casesTable, event.data.caseId)?.lost_by : undefined;
  for (const { side, what, by } of countedBy(event, lostBy ?? undefined))
    rows.put(standingsTable, counting(rows, memberOf[side], columns[what], by));
}

/** Minutes that a party has for a step which begins now. */
export function windowMinutesFor(rows: WorkingRows, { seller_id, buyer_id }: TradeRow, side: Side): number {
  const standing = rows.get(standingsTable, side === 'sell' ? seller_id : buyer_id);
  const counts = { trades: standing?.trades ?? 0, casesLost: standing?.cases_lost ?? 0 };
  return windowMinutesOf(levelsIn(rows), counts);
}

function levelsIn(rows: WorkingRows): readonly Level[] | undefined {
  const stored = rows.get(levelsTable, levelsStream)?.levels;
  return stored === undefined ? undefined : (JSON.parse(stored) as readonly Level[]);
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
export function answeredIn({ trade_id, payment, matched_at }: TradeRow) {
  const marked = existing(readPayment(payment ?? null), `payment of trade ${trade_id}`);
  const { pay, confirm } = answerTimes(
    marked,
    existing(matched_at ?? undefined, `match of trade ${trade_id}`),
  );
  return { pay_minutes: pay, confirm_minutes: confirm };
}

/**
 * The parties for whom an event counts, or whose level decides their time for a step. Most events have the trade's id
 * only; its parties are in its proposal, in this batch or before.
 */
export function partiesJudged(events: readonly LoggedEvent[], rows: WorkingRows): readonly MemberId[] {
  return tradeEvents(events).flatMap(({ type, data }) => {
    if (type === 'TradeProposed') return [data.sellerId, data.buyerId];
    const isJudged = mayCount({ type }) || maySetStep(type);
    const stored = isJudged ? rows.get(tradesTable, data.tradeId) : undefined;
    return stored === undefined ? [] : [stored.seller_id, stored.buyer_id];
  });
}
