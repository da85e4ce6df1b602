import type { TradeId } from '@matgyo/contracts/ids';
import type { LedgerRefusalCode } from '@matgyo/contracts/ledger-refusals';
import { subtractUsdt, type Usdt } from '@matgyo/contracts/money';
import { feeRuleId } from '@matgyo/ledger/fees';
import { invariant } from '@matgyo/ledger/invariant';
import type { Order, PlacedOrder } from '@matgyo/ledger/order/order';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { consentMinutes } from '@matgyo/ledger/trade/consent';
import { planMatch, type RequestedFill } from '@matgyo/ledger/trade/match-plan';
import { refuseBeyondLimit } from '@matgyo/ledger/trade/price-limits';
import { propose } from '@matgyo/ledger/trade/trade-decisions';
import { defaultWritingMs } from '../../platform/commands/command-times.ts';
import type { Command, Ledger } from '../../platform/commands/execute-on-stream.ts';
import { ofTrade } from '../../platform/commands/ledger-streams.ts';
import { type LedgerLog, presumedEmpty, type StreamHistory } from '../../platform/commands/stream-history.ts';
import { inStreamQueue } from '../../platform/commands/stream-queue.ts';
import { actingStaff } from '../orders/accounts.ts';
import {
  loadPair,
  type PairIds,
  refusePairIfStale,
  type SeenRevisions,
  withOrdersNow,
} from '../orders/order-pair.ts';
import { executeOnTrade } from './execute-on-trade.ts';
import { answerFrom, type TradeAnswer } from './trade-answer.ts';
import { driveTrade, type TradeProcess } from './trade-process.ts';

/** Two orders to match. Stated values replace those derived from the orders. */
export interface MatchRequest extends PairIds, RequestedFill {
  /** The revisions the admin saw. */
  readonly expected?: SeenRevisions | undefined;
  /** If set, a price beyond a limit is offered to the members concerned; otherwise it is refused. */
  readonly askConsent?: boolean | undefined;
}

/** `isNew`: hardly any earlier run of the command can have proposed the trade; the append finds out if one has. */
export interface Proposal extends MatchRequest {
  readonly command: Command;
  readonly tradeId: TradeId;
  readonly isNew?: boolean;
}

/**
 * Matches two orders: proposes a trade, reserves its amount in both, and returns when it is matched, or offered to
 * the members whose consent it needs. `tradeId` and `command` are stored with the caller's key, so a repeat is the
 * same match and gets the first reply, even if the trade has changed since.
 *
 * Refused as by `planMatch`, PRICE_BEYOND_LIMIT, STALE_REVISION, or after a conflict with the current orders:
 * ORDER_NOT_OPEN, AMOUNT_EXCEEDS_OPEN, PAIR_ALREADY_LIVE, TOO_MANY_MATCHES, RESERVE_TIMED_OUT. Throws
 * `TradeNotFinished` when it is proposed but not decided in time.
 */
export async function proposeMatch(process: TradeProcess, request: Proposal): Promise<TradeAnswer> {
  const { tradeId, command, sellOrderId, buyOrderId } = request;
  const { ledger, settings } = process;
  const trade = await inBothQueues(ledger, request, async () => {
    const proposed = await executeOnTrade(ledger, {
      tradeId,
      command,
      ...(request.isNew && { alreadyRead: presumedEmpty(ofTrade(tradeId)) }),
      decide: async (trade) => {
        invariant(trade.state === 'none', `trade ${tradeId} belongs to another command`);
        const { plan } = await planNow(process, request, command.actorId);
        if (request.askConsent !== true) refuseBeyondLimit(plan.price, plan.limits);
        const { sellerId, buyerId, amount, price, krw, beyondLimit } = plan;
        const parties = { sellOrderId, buyOrderId, sellerId, buyerId };
        const fee = { feeRate: settings.feeRate, feeRule: feeRuleId };
        const consent = beyondLimit.length > 0 ? { of: beyondLimit, minutes: consentMinutes } : undefined;
        return propose(trade, { tradeId, ...parties, amount, price, krw, ...fee }, consent);
      },
    });
    return driveTrade(process, command, tradeId, proposed.history);
  });
  const offered = trade.events.some(({ type }) => type === 'TradeOffered');
  if (trade.state.state === 'rejected' && !offered) {
    const refusal = new LedgerRefusal(trade.state.reason as LedgerRefusalCode, {});
    throw withOrdersNow(refusal, await loadPair(ledger.log, request));
  }
  return answerFrom(trade, offered ? 'offered' : 'matched');
}

/**
 * Serializes this process's matches that share an order, so that later ones see the reservations and are refused
 * without writing. Always enters the sell order's queue first.
 */
function inBothQueues<Result>(
  { log, timing }: Ledger<LedgerLog>,
  { sellOrderId, buyOrderId }: PairIds,
  work: () => Promise<Result>,
): Promise<Result> {
  const inQueue = (matchesOf: string, inside: () => Promise<Result>) =>
    inStreamQueue(log, matchesOf, { timing, withinMs: defaultWritingMs }, inside);
  return inQueue(`matches of sell ${sellOrderId}`, () => inQueue(`matches of buy ${buyOrderId}`, work));
}

export interface PreviewSide {
  readonly order: PlacedOrder;
  readonly revision: number;
  /** The amount that would stay open. */
  readonly remaining: Usdt;
}

/** Decides by the rules of `proposeMatch` without appending; a price beyond a limit is only reported. */
export async function previewProposal(process: TradeProcess, request: MatchRequest, actorId: string) {
  const { plan, pair } = await planNow(process, request, actorId);
  const { feeRate } = process.settings;
  const side = ({ state: order, revision }: StreamHistory<Order>): PreviewSide => {
    invariant(order.phase !== 'none', 'an order that can be matched is there');
    return { order, revision, remaining: subtractUsdt(order.open, plan.amount) };
  };
  return { ...plan, feeRate, sell: side(pair.sell), buy: side(pair.buy) };
}

async function planNow(process: TradeProcess, request: MatchRequest, actorId: string) {
  const { ledger, settings } = process;
  const pair = await loadPair(ledger.log, request);
  refusePairIfStale(pair, request.expected);
  const [seller, buyer, staff] = await Promise.all([
    ownerOf(pair.sell, process),
    ownerOf(pair.buy, process),
    actingStaff(ledger.log, actorId),
  ]);
  const context = { sell: pair.sell.state, buy: pair.buy.state, seller, buyer, staff, settings };
  try {
    return { plan: planMatch(context, request), pair };
  } catch (error) {
    throw error instanceof LedgerRefusal ? withOrdersNow(error, pair) : error;
  }
}

const ownerOf = async ({ state }: StreamHistory<Order>, { ledger, accounts }: TradeProcess) =>
  state.phase === 'none' ? undefined : accounts.get(state.memberId, ledger.log);
