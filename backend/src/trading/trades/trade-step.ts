import type { ActorRole } from '@matgyo/contracts/events/metadata';
import type { TradeId } from '@matgyo/contracts/ids';
import { tradeStream } from '@matgyo/contracts/streams';
import { type MovingTrade, type Trade, tradeDecider } from '@matgyo/ledger/trade/trade';
import type { Ledger } from '../commands/execute-on-stream.ts';
import { type LedgerLog, loadStream, type StreamHistory } from '../commands/stream-history.ts';

/** Who drives: the admin whose request it is, or the process manager. */
export interface StepActor {
  readonly actorId: string;
  readonly actorRole: ActorRole;
}

/** One driver at one trade, which stands where `history` says. */
export interface StepContext {
  readonly ledger: Ledger<LedgerLog>;
  readonly driver: StepActor;
  readonly tradeId: TradeId;
  readonly history: StreamHistory<Trade>;
  /** When the driver stops waiting for others, in milliseconds since 1970. */
  readonly until: number;
}

/**
 * What is done with a trade in each state in which something is left to do. Each stage goes on until it has
 * appended, or has found appended, the event that ends its state, and answers with the trade as it is then.
 */
export type TradeStepHandlers = {
  readonly [State in MovingTrade['state']]: (
    visit: StepContext,
    trade: Extract<MovingTrade, { state: State }>,
  ) => Promise<StreamHistory<Trade>>;
};

export const loadTrade = (log: LedgerLog, tradeId: TradeId): Promise<StreamHistory<Trade>> =>
  loadStream(log, tradeStream(tradeId), tradeDecider);
