import type { ActorRole } from '@matgyo/contracts/events/metadata';
import type { TradeId } from '@matgyo/contracts/ids';
import { tradeStream } from '@matgyo/contracts/streams';
import { type MovingTrade, type Trade, tradeDecider } from '@matgyo/ledger/trade/trade';
import type { Ledger } from '../commands/execute-on-stream.ts';
import { type LedgerLog, loadStream, type StreamHistory } from '../commands/stream-history.ts';

/** The actor of a step: the requesting admin or the process manager. */
export interface StepActor {
  readonly actorId: string;
  readonly actorRole: ActorRole;
}

/** A trade being driven, at `history`. */
export interface StepContext {
  readonly ledger: Ledger<LedgerLog>;
  readonly actor: StepActor;
  readonly tradeId: TradeId;
  readonly history: StreamHistory<Trade>;
  /** When to stop waiting for others, in ms since 1970. */
  readonly until: number;
}

/**
 * The work for each state of a trade that is not at rest. Each handler continues until the event that ends the state
 * is in the stream, and returns the trade.
 */
export type TradeStepHandlers = {
  readonly [State in MovingTrade['state']]: (
    context: StepContext,
    trade: Extract<MovingTrade, { state: State }>,
  ) => Promise<StreamHistory<Trade>>;
};

export const loadTrade = (log: LedgerLog, tradeId: TradeId): Promise<StreamHistory<Trade>> =>
  loadStream(log, tradeStream(tradeId), tradeDecider);
