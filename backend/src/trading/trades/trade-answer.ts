import type { TradeId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { invariant } from '@matgyo/ledger/invariant';
import type { Trade, TradeTerms } from '@matgyo/ledger/trade/trade';
import type { StreamHistory } from '../../platform/commands/stream-history.ts';

export interface TradeAnswer {
  readonly tradeId: TradeId;
  /** The state the action led to; the trade may have moved on since. */
  readonly state: keyof typeof endedBy;
  readonly terms: TradeTerms;
  readonly fee: Usdt | undefined;
  /** The action's last event: a read model that has it shows the whole action. */
  readonly lastEvent: RecordedEvent;
}

const endedBy = {
  offered: 'TradeOffered',
  matched: 'TradeMatched',
  completed: 'TradeCompleted',
  cancelled: 'TradeCancelled',
  rejected: 'TradeRejected',
} as const;

export function answerFrom(
  { state: trade, events }: StreamHistory<Trade>,
  state: TradeAnswer['state'],
): TradeAnswer {
  const lastEvent = events.find(({ type }) => type === endedBy[state]);
  invariant(trade.state !== 'none' && lastEvent !== undefined, `a trade that is answered for was ${state}`);
  const { terms } = trade;
  const fee = 'fee' in trade ? trade.fee : undefined;
  return { tradeId: terms.tradeId, state, terms, fee, lastEvent };
}
