import { type MemberId, type OrderId, type Side, sides, type TradeId } from '@matgyo/contracts/ids';
import {
  type Krw,
  type Price,
  parsePrice,
  parseRate,
  parseUsdt,
  type Rate,
  type Usdt,
} from '@matgyo/contracts/money';
import { priceStream } from '@matgyo/contracts/streams';
import { activate, register } from '@matgyo/ledger/account/account';
import { approve } from '@matgyo/ledger/order/decisions';
import type { PlacedOrder } from '@matgyo/ledger/order/order';
import { priceDecider, setPrice } from '@matgyo/ledger/price/price';
import { uuidV5 } from '../../platform/commands/event-ids.ts';
import {
  type Command,
  executeOnStream,
  firstCommand,
  type Ledger,
} from '../../platform/commands/execute-on-stream.ts';
import { ofMember, ofOrder } from '../../platform/commands/ledger-streams.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import type { Accounts } from '../orders/accounts.ts';
import { appendOrder } from '../orders/append-order.ts';
import type { Chance } from './random.ts';

export interface Market {
  readonly orders: Readonly<Record<Side, readonly OrderId[]>>;
  readonly ownerOf: ReadonlyMap<OrderId, MemberId>;
  readonly priceOf: ReadonlyMap<OrderId, Price>;
  readonly pending: OrderId;
}

const namespace = '6e0a9f5c-33c1-4b8e-9d51-0f6f6f0c7a11';

/** A command with an id derived from `name`, unique in the run. */
export const commandOf = (name: string, atMs: number): Command =>
  firstCommand({
    commandId: uuidV5(namespace, name),
    at: isoOf(atMs),
    actorId: 'f'.repeat(24),
    actorRole: 'admin',
  });

const idOf = (kind: number, number: number): string => `${kind}${number.toString(16).padStart(23, '0')}`;
export const memberIdOf = (number: number) => idOf(1, number) as MemberId;
const orderIdOf = (number: number) => idOf(2, number) as OrderId;
export const tradeIdOf = (number: number) => idOf(3, number) as TradeId;

export const simulatedSettings = {
  feeRate: money<Rate>(parseRate('0.0123')),
  tolerance: money<Rate>(parseRate('0.005')),
};
/** Prices of the first two orders and of the others; they may differ by more than the tolerance. */
const price = money<Price>(parsePrice('1400'));
const laterPrices = [price, money<Price>(parsePrice('1450'))];

const referralCode = 'SIM';

/** All members may trade. */
export const simulatedAccounts: Accounts = {
  get: async (memberId) => ({ status: 'active', isVerified: true, referralCode, inviteCode: memberId }),
};

/** A price, two sell and two buy orders of different sizes, and a pending sell order. */
export async function openMarket(ledger: Ledger, chance: Chance): Promise<Market> {
  const atMs = ledger.timing.now();
  await setMarketPrice(ledger, price);
  const laterPrice = chance.pick(laterPrices);
  for (const number of [0, 1, 2, 3, 9]) await signUp(ledger, memberIdOf(number));
  const ids: Record<Side, OrderId[]> = { sell: [], buy: [] };
  const ownerOf = new Map<OrderId, MemberId>();
  const priceOf = new Map<OrderId, Price>();
  for (const [index, side] of [...sides, ...sides].entries()) {
    const orderId = orderIdOf(index);
    // The fourth order, a buy order, may belong to the first order's member.
    const member = index === 3 && chance.happens(0.2) ? 0 : index;
    ownerOf.set(orderId, memberIdOf(member));
    const orderPrice = index < 2 ? price : laterPrice;
    priceOf.set(orderId, orderPrice);
    if (index === 2 && orderPrice !== price) await setMarketPrice(ledger, orderPrice);
    await placeOne(ledger, { orderId, side, memberId: memberIdOf(member), price: orderPrice }, chance);
    await executeOnStream({
      ledger,
      ...ofOrder(orderId),
      command: commandOf(`approve ${index}`, atMs),
      decide: (order) => approve(order),
    });
    ids[side].push(orderId);
  }
  const pending = orderIdOf(9);
  await placeOne(
    ledger,
    { orderId: pending, side: 'sell', memberId: memberIdOf(9), price: laterPrice },
    chance,
  );
  return { orders: ids, ownerOf, priceOf, pending };
}

async function signUp(ledger: Ledger, memberId: MemberId): Promise<void> {
  const atMs = ledger.timing.now();
  const on = { ledger, ...ofMember(memberId) };
  await executeOnStream({
    ...on,
    command: commandOf(`sign up ${memberId}`, atMs),
    decide: (account) => register(account, { memberId, referralCode, inviteCode: memberId }),
  });
  await executeOnStream({ ...on, command: commandOf(`activate ${memberId}`, atMs), decide: activate });
}

async function setMarketPrice(ledger: Ledger, to: Price): Promise<void> {
  await executeOnStream({
    ledger,
    stream: priceStream,
    decider: priceDecider,
    command: commandOf(`price ${to}`, ledger.timing.now()),
    decide: (state) => setPrice(state, to, 'not needed'),
  });
}

async function placeOne(
  ledger: Ledger,
  order: Pick<PlacedOrder, 'orderId' | 'side' | 'memberId' | 'price'>,
  chance: Chance,
): Promise<void> {
  const krwAmount = String((1 + chance.below(3)) * 10_000) as Krw;
  const owner = await simulatedAccounts.get(order.memberId, ledger.log);
  const command = { ...commandOf(`place ${order.orderId}`, ledger.timing.now()), actorId: order.memberId };
  await appendOrder(ledger, command, { ...order, krwAmount, owner, clientAmount: undefined });
}

/** An admin's stated amount of a match: usually none. */
export const statedAmount = (chance: Chance): Usdt | undefined =>
  chance.happens(0.5) ? undefined : money<Usdt>(parseUsdt(chance.pick(['1.0001', '3.5', '7.1428'])));

/** The price of a match: usually the derived one, else one between the orders' prices. */
export function statedPrice(
  { priceOf }: Market,
  { sellOrderId, buyOrderId }: { readonly sellOrderId: OrderId; readonly buyOrderId: OrderId },
  chance: Chance,
): Price | undefined {
  const differ = priceOf.get(sellOrderId) !== priceOf.get(buyOrderId);
  return differ && chance.happens(0.5) ? money<Price>(parsePrice('1425')) : undefined;
}

function money<Kind>(value: Kind | undefined): Kind {
  if (value === undefined) throw new TypeError('not an amount');
  return value;
}
