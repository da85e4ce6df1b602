import type { TradeEvent } from '@matgyo/contracts/events/trade-events';
import type { TradeId } from '@matgyo/contracts/ids';
import { awaitedStep } from '@matgyo/ledger/trade/payment';
import type { Trade } from '@matgyo/ledger/trade/trade';
import {
  type Command,
  type Decide,
  type Executed,
  executeOnStream,
  type Ledger,
} from '../../platform/commands/execute-on-stream.ts';
import { ofTrade } from '../../platform/commands/ledger-streams.ts';
import type { LedgerLog, StreamHistory } from '../../platform/commands/stream-history.ts';

/** A change of a trade, its payment or a case on it, by a member, an admin or a deadline. */
export interface TradeChange {
  readonly tradeId: TradeId;
  readonly command: Command;
  /** The trade as read before, if it was. */
  readonly alreadyRead?: StreamHistory<Trade>;
  readonly decide: Decide<Trade, TradeEvent>;
}

/**
 * One append to the trade's stream, where it competes with all other changes for one revision. Refused: what
 * `decide` refuses. Throws as `executeOnStream`.
 */
export const executeOnTrade = (
  ledger: Ledger<LedgerLog>,
  { tradeId, command, alreadyRead, decide }: TradeChange,
): Promise<Executed<Trade>> =>
  executeOnStream({
    ledger,
    ...ofTrade(tradeId),
    command: { ...command, correlationId: tradeId },
    decide,
    ...(alreadyRead && { alreadyRead }),
  });

/** The reply to a payment change, with the next step. */
export const stepDone = ({ state, events }: Executed<Trade>, message: string) => ({
  answer: { message, next: state.state === 'matched' ? (awaitedStep(state.payment) ?? null) : null },
  event: events.at(-1),
});
