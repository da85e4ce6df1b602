import type { MemberId, OrderId, Side, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Rate } from '@matgyo/contracts/money';
import { orderStream, priceStream, tradeStream } from '@matgyo/contracts/streams';
import { type EventLog, logStart } from '@matgyo/event-store/event-log';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import type { AccountContext } from '@matgyo/ledger/account/account';
import { approve, cancelAsAdmin } from '@matgyo/ledger/order/decisions';
import type { Order, PlacedOrder } from '@matgyo/ledger/order/order';
import { priceDecider, setPrice } from '@matgyo/ledger/price/price';
import {
  commandOf as adminCommandOf,
  virtualTiming,
} from '../../platform/commands/execute-on-stream.fixture.ts';
import { type Command, executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { ofOrder } from '../../platform/commands/ledger-streams.ts';
import { loadStream } from '../../platform/commands/stream-history.ts';
import { isoOf, type Timing } from '../../platform/commands/timing.ts';
import { appendOrder } from '../orders/append-order.ts';
import { loadTrade } from './find-trade.ts';
import { cancelTrade, completeTrade, type FinishRequest } from './finish-trade.ts';
import { type MatchRequest, proposeMatch } from './propose-match.ts';
import { createTradeProcess } from './trade-process.ts';

const digits = (kind: string, number: number) => `${kind}${String(number).padStart(23, '0')}`;
export const memberId = (number: number) => digits('a', number) as MemberId;
export const orderId = (number: number) => digits('b', number) as OrderId;
export const tradeId = (number: number) => digits('c', number) as TradeId;

/** A command of an admin; equal names are equal commands. */
export const commandOf = (name: string, atMs = 0): Command => ({
  ...adminCommandOf(name),
  actorId: memberId(0),
  at: isoOf(atMs),
});

interface MarketOptions {
  /** Replaces the log that the matching process sees. */
  readonly through?: (log: EventLog) => EventLog;
  readonly timing?: Timing;
}

/** A market on the production code: members place orders, admins match them. */
export function openMarketAt<Log extends EventLog>(
  log: Log,
  { through = (inner) => inner, timing = virtualTiming(Date.UTC(2026, 0, 1)) }: MarketOptions = {},
) {
  const accounts = new Map<MemberId, AccountContext>();
  const process = createTradeProcess({
    log: through(log),
    timing,
    accounts: { get: async (id) => accounts.get(id) ?? { ...active } },
    settings: { feeRate: '0.01' as Rate, tolerance: '0.005' as Rate },
  });
  const ledger = { log, timing };
  const load = (id: OrderId): Promise<Order> => loadStream(log, ofOrder(id)).then(({ state }) => state);
  return {
    log,
    timing,
    accounts,
    process,
    setPrice: (price: string) =>
      executeOnStream({
        ledger,
        stream: priceStream,
        decider: priceDecider,
        command: commandOf(`price ${price} at ${timing.now()}`),
        decide: (state) => setPrice(state, price as Price, 'not needed'),
      }),
    /** An order for so many thousand won, approved by default. */
    async place(number: number, side: Side, thousandWon: number, { approved = true, member = number } = {}) {
      const id = orderId(number);
      const price = await priceNow(log);
      const command = commandOf(`place ${number}`, timing.now());
      await appendOrder(
        ledger,
        { ...command, actorId: memberId(member) },
        {
          orderId: id,
          side,
          memberId: memberId(member),
          price,
          owner: active,
          krwAmount: String(thousandWon * 1_000) as Krw,
          clientAmount: undefined,
        },
      );
      if (approved) await decideOn(ledger, id, `approve ${number}`, (order) => approve(order));
      return id;
    },
    withdraw: (id: OrderId) =>
      decideOn(ledger, id, `withdraw ${id}`, (order) => cancelAsAdmin(order, { reason: 'WITHDRAWN' })),
    async order(id: OrderId): Promise<PlacedOrder> {
      const order = await load(id);
      if (order.phase === 'none') throw new Error(`order ${id} was not placed`);
      return order;
    },
    trade: (id: TradeId) => loadTrade(log, id).then(({ state }) => state),
    match: (number: number, request: MatchRequest, command = commandOf(`match ${number}`)) =>
      proposeMatch(process, { ...request, command, tradeId: tradeId(number) }),
    complete: (name: string, request: Omit<FinishRequest, 'command'>) =>
      completeTrade(process, { approval: 'nothing typed', ...request, command: commandOf(name) }),
    cancel: (name: string, request: Omit<FinishRequest, 'command'>) =>
      cancelTrade(process, { ...request, command: commandOf(name) }),
    /** Events of a trade and its two orders after their approval, in log order. */
    async history(names: Readonly<Record<string, OrderId | TradeId>>): Promise<readonly string[]> {
      const events = (await log.readAll({ after: logStart, limit: 500 })).events;
      return events.flatMap(({ stream, type }) => {
        const name = Object.keys(names).find((key) => namesOf(names[key]).includes(stream));
        const isBefore = type === 'OrderPlaced' || type === 'OrderApproved';
        return name === undefined || isBefore ? [] : [`${name}: ${type}`];
      });
    },
  };
}

export const openMarket = (options?: MarketOptions) => openMarketAt(new MemoryLog(), options);

const active: AccountContext = {
  status: 'active',
  isVerified: true,
  referralCode: 'FRIEND',
  inviteCode: 'THEIRS',
};

const namesOf = (id: string | undefined): readonly string[] =>
  id === undefined ? [] : [orderStream(id as OrderId), tradeStream(id as TradeId)];

async function priceNow(log: EventLog): Promise<Price> {
  const { state } = await loadStream(log, { stream: priceStream, decider: priceDecider });
  if (state.price === undefined) throw new Error('no price was set');
  return state.price;
}

const decideOn = (
  ledger: { readonly log: EventLog; readonly timing: Timing },
  id: OrderId,
  name: string,
  decide: (order: Order) => ReturnType<typeof approve>,
) => executeOnStream({ ledger, ...ofOrder(id), command: commandOf(name), decide });

/** A market with a price, a sell order of 10 USDT (14,000 won) and a buy order of 5 USDT (7,000 won). */
export async function openPair(options?: MarketOptions) {
  const market = openMarket(options);
  await market.setPrice('1400');
  const sellOrderId = await market.place(1, 'sell', 14);
  const buyOrderId = await market.place(2, 'buy', 7);
  return { ...market, pair: { sellOrderId, buyOrderId } };
}
