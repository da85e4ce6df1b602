import type { ActorRole } from '@matgyo/contracts/events/metadata';
import type { TradeId } from '@matgyo/contracts/ids';
import type { MovingTrade, Trade } from '@matgyo/ledger/trade/trade';
import type { Ledger } from '../commands/execute-on-stream.ts';
import type { LedgerLog, StreamHistory } from '../commands/stream-history.ts';

/** The actor of a step: the requesting admin or the process manager. */
export interface ProcessStepActor {
  readonly actorId: string;
  readonly actorRole: ActorRole;
}

/** A trade being driven, at `history`. */
export interface ProcessStepContext {
  readonly ledger: Ledger<LedgerLog>;
  readonly actor: ProcessStepActor;
  readonly tradeId: TradeId;
  readonly history: StreamHistory<Trade>;
  /** When to stop waiting for others, in ms since 1970. */
  readonly until: number;
}

/**
 * The work for each state of a trade that is not at rest. Each handler continues until the event that ends the state
 * is in the stream, and returns the trade.
 */
export type ProcessStepHandlers = {
  readonly [State in MovingTrade['state']]: (
    context: ProcessStepContext,
    trade: Extract<MovingTrade, { state: State }>,
  ) => Promise<StreamHistory<Trade>>;
};
