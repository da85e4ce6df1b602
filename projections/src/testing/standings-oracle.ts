import type { RecordedEvent } from '@matgyo/event-store/event-log';

type Counter = 'trades' | 'overdue' | 'cases_lost';

/** The oracle of members' counts, event by event, as in docs/ledger.md: the seller owes the second and third step. */
export function standingsOracle(events: readonly RecordedEvent[]) {
  const parties = new Map<unknown, { seller: string; buyer: string }>();
  const partRulings = new Set<unknown>();
  const counts = new Map<string, Record<Counter, number>>();
  const count = (counter: Counter, by: 1 | -1, ...memberIds: readonly string[]) => {
    for (const memberId of memberIds) {
      const earlier = counts.get(memberId) ?? { trades: 0, overdue: 0, cases_lost: 0 };
      counts.set(memberId, { ...earlier, [counter]: earlier[counter] + by });
    }
  };
  for (const { type, data } of events) {
    const { tradeId, sellerId, buyerId } = data;
    if (type === 'TradeProposed') parties.set(tradeId, { seller: String(sellerId), buyer: String(buyerId) });
    if (type === 'CaseRuled' && data['amount'] !== undefined) partRulings.add(tradeId);
    const trade = parties.get(tradeId);
    if (trade === undefined) continue;
    const { seller, buyer } = trade;
    // The only ruling in a random history: the won were proven. Neither side loses if a part is completed.
    const loser = partRulings.has(tradeId) ? [] : [seller];
    if (type === 'TradeCompleted') count('trades', 1, seller, buyer);
    if (type === 'TradeReversed') count('trades', -1, seller, buyer);
    if (type === 'WindowExpired') count('overdue', 1, sellersSteps.has(data['step']) ? seller : buyer);
    if (type === 'CaseRuled') count('cases_lost', 1, ...loser);
    if (type === 'AppealRuled' && data['outcome'] === 'overturn') count('cases_lost', -1, ...loser);
  }
  return [...counts].map(([member_id, counted]) => ({ member_id, ...counted })).sort(byId);
}

const sellersSteps: ReadonlySet<unknown> = new Set(['payment-received', 'tether-sent']);

const byId = (a: { member_id: string }, b: { member_id: string }) => (a.member_id < b.member_id ? -1 : 1);
