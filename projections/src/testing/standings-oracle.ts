import type { RecordedEvent } from '@matgyo/event-store/event-log';

/** The oracle of members' counts, event by event, as in docs/ledger.md: the seller owes the second and third step. */
export function standingsOracle(events: readonly RecordedEvent[]) {
  const parties = new Map<unknown, { seller: string; buyer: string }>();
  const counts = new Map<string, { trades: number; overdue: number; cases_lost: number }>();
  const of = (memberId: string) => {
    const count = counts.get(memberId) ?? { trades: 0, overdue: 0, cases_lost: 0 };
    counts.set(memberId, count);
    return count;
  };
  const parts = new Set<unknown>();
  for (const { type, data } of events) {
    if (type === 'TradeProposed')
      parties.set(data['tradeId'], { seller: String(data['sellerId']), buyer: String(data['buyerId']) });
    const trade = parties.get(data['tradeId']);
    if (trade === undefined) continue;
    if (type === 'TradeCompleted') for (const party of [trade.seller, trade.buyer]) of(party).trades += 1;
    if (type === 'TradeReversed') for (const party of [trade.seller, trade.buyer]) of(party).trades -= 1;
    const isSellers = ['payment-received', 'tether-sent'].includes(String(data['step']));
    if (type === 'WindowExpired') of(isSellers ? trade.seller : trade.buyer).overdue += 1;
    // The only ruling in a random history: the won were proven.
    // Neither side loses if a part is completed.
    if (type === 'CaseRuled' && data['amount'] !== undefined) parts.add(data['tradeId']);
    if (parts.has(data['tradeId'])) continue;
    if (type === 'CaseRuled') of(trade.seller).cases_lost += 1;
    if (type === 'AppealRuled' && data['outcome'] === 'overturn') of(trade.seller).cases_lost -= 1;
  }
  return [...counts].map(([member_id, count]) => ({ member_id, ...count })).sort(byId);
}

const byId = (a: { member_id: string }, b: { member_id: string }) => (a.member_id < b.member_id ? -1 : 1);
