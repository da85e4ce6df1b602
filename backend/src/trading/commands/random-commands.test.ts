import type { MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import { type Krw, type Price, parsePrice, type Rate, type Usdt } from '@matgyo/contracts/money';
import { memberStream, orderStream, priceStream } from '@matgyo/contracts/streams';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { type Account, accountDecider, activate, deactivate, register } from '@matgyo/ledger/account/account';
import { approve, cancelAsAdmin, cancelAsOwner, reject } from '@matgyo/ledger/order/decisions';
import { type Order, orderDecider, statusOf } from '@matgyo/ledger/order/order';
import { priceDecider, setPrice } from '@matgyo/ledger/price/price';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeOrder } from '../orders/order-placement.ts';
import { unitsOf } from '../simulation/exact-units.ts';
import { Invariants } from '../simulation/invariants.ts';
import { cancelTrade, completeTrade } from '../trades/finish-trade.ts';
import { matchOrders } from '../trades/match-orders.ts';
import { createTradeProcess } from '../trades/trade-process.ts';
import { loadTrade } from '../trades/trade-visit.ts';
import { type Asked, aimed, dayOfCommands, members, type Pair } from './asked-commands.fixture.ts';
import { uuidV5 } from './event-ids.ts';
import { type Command, executeOnStream } from './execute-on-stream.ts';
import { NaiveBook } from './naive-book.fixture.ts';
import { loadStream } from './stream-history.ts';
import { isoOf } from './timing.ts';

const idOf = (digit: string, number: number) => `${digit}${String(number).padStart(23, '0')}`;
const memberId = (number: number) => idOf('a', number) as MemberId;
const orderId = (number: number) => idOf('b', number) as OrderId;
const tradeId = (number: number) => idOf('c', number) as TradeId;
const priceText = (price: number) => parsePrice(price) as Price;
const priceUnits = (price: number) => unitsOf(priceText(price));
const usdtText = (units: number) =>
  `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}` as Usdt;

/** The real thing, with nobody else at work, on a log in memory. */
function openLedger() {
  const invariants = new Invariants({ judgesSteps: true });
  const log = new MemoryLog(invariants.observe);
  let nowMs = Date.UTC(2026, 0, 1);
  const timing = { now: () => nowMs, random: () => 0.5, sleep: async () => {} };
  const ledger = { log, timing };
  const accountOf = async (id: MemberId) => {
    const { state } = await loadStream(log, memberStream(id), accountDecider);
    return state.status === 'none'
      ? undefined
      : { status: state.status, isVerified: true, referralCode: state.referralCode };
  };
  const process = createTradeProcess({
    ...ledger,
    accounts: { get: accountOf },
    feeRate: '0.01' as Rate,
  });
  let commands = 0;
  const command = (): Command => {
    commands += 1;
    const commandId = uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', `command ${commands}`);
    const ids = { commandId, correlationId: commandId, causationId: commandId };
    return { ...ids, actorId: memberId(9), actorRole: 'admin', at: isoOf(nowMs) };
  };
  const onOrder = (number: number, decide: (order: Order) => ReturnType<typeof approve>) =>
    executeOnStream({
      ledger,
      stream: orderStream(orderId(number)),
      decider: orderDecider,
      command: command(),
      decide,
    });
  const onMember = (number: number, decide: (account: Account) => ReturnType<typeof activate>) =>
    executeOnStream({
      ledger,
      stream: memberStream(memberId(number)),
      decider: accountDecider,
      command: command(),
      decide,
    });
  return {
    log,
    ledger,
    invariants,
    accountOf,
    process,
    command,
    onOrder,
    onMember,
    tick: (ms: number) => (nowMs += ms),
  };
}
type OpenLedger = ReturnType<typeof openLedger>;

/** The next order and match get the next numbers; one that is refused leaves its number to the next. */
async function askLedger(ledger: OpenLedger, book: NaiveBook, wanted: Asked, saw: number): Promise<unknown> {
  const { command, process, onOrder, onMember } = ledger;
  switch (wanted.kind) {
    case 'price':
      return executeOnStream({
        ...{ ledger: ledger.ledger, stream: priceStream, decider: priceDecider, command: command() },
        decide: (state) => setPrice(state, priceText(wanted.price)),
      });
    case 'place':
      return placeOrder(ledger.ledger, command(), {
        ...{ orderId: orderId(book.orders.length), side: wanted.side, memberId: memberId(wanted.member) },
        ...{ krwAmount: String(wanted.won) as Krw, claimedAmount: undefined, price: priceText(saw) },
        owner: await ledger.accountOf(memberId(wanted.member)),
      });
    case 'approve':
      return onOrder(wanted.order, (state) => approve(state));
    case 'reject':
      return onOrder(wanted.order, (state) => reject(state, { reason: 'REJECTED' }));
    case 'cancel as admin':
      return onOrder(wanted.order, (state) => cancelAsAdmin(state, { reason: 'WITHDRAWN' }));
    case 'cancel as owner':
      return onOrder(wanted.order, (state) =>
        cancelAsOwner(state, { memberId: memberId(wanted.member), reason: 'WITHDRAWN' }),
      );
    case 'match':
      return matchOrders(process, {
        ...{ command: command(), tradeId: tradeId(book.matches.length), ...pairOf(wanted.pair) },
        amount: wanted.amount === undefined ? undefined : usdtText(wanted.amount),
        price: wanted.price === undefined ? undefined : priceText(wanted.price),
      });
    case 'complete':
      return completeTrade(process, { command: command(), trade: pairOf(wanted.pair) });
    case 'cancel match':
      return cancelTrade(process, { command: command(), trade: pairOf(wanted.pair), reason: 'CANCELLED' });
    case 'activate':
      return onMember(wanted.member, activate);
    case 'deactivate':
      return onMember(wanted.member, (account) => deactivate(account, { isLastAdmin: false }));
    default:
      return wanted satisfies never;
  }
}

const pairOf = ([sell, buy]: Pair) => ({ sellOrderId: orderId(sell), buyOrderId: orderId(buy) });

function askBook(book: NaiveBook, wanted: Asked, saw: number, nowMs: number): string {
  switch (wanted.kind) {
    case 'price':
      book.price = priceUnits(wanted.price);
      return 'done';
    case 'place':
      return book.place(wanted.member, wanted.side, BigInt(wanted.won), priceUnits(saw), nowMs);
    case 'approve':
    case 'reject':
      return book.decide(wanted.order, wanted.kind === 'approve');
    case 'cancel as admin':
      return book.cancelAsAdmin(wanted.order);
    case 'cancel as owner':
      return book.cancelAsOwner(wanted.order, wanted.member);
    case 'match':
      return book.match(...wanted.pair, {
        amount: wanted.amount === undefined ? undefined : BigInt(wanted.amount),
        price: wanted.price === undefined ? undefined : priceUnits(wanted.price),
      });
    case 'complete':
      return book.finish(...wanted.pair, 'completed');
    case 'cancel match':
      return book.finish(...wanted.pair, 'cancelled');
    case 'activate':
      book.inactive.delete(wanted.member);
      return 'done';
    case 'deactivate':
      book.inactive.add(wanted.member);
      return 'done';
    default:
      return wanted satisfies never;
  }
}

/** Everything the two know in common, after each step. */
async function expectSame({ log, invariants }: OpenLedger, book: NaiveBook): Promise<void> {
  for (const [number, kept] of book.orders.entries()) {
    const { state } = await loadStream(log, orderStream(orderId(number)), orderDecider);
    if (state.phase === 'none') throw new Error(`order ${number} is missing`);
    const { open, reserved, settled, withdrawn } = state;
    expect({
      ...{ open: unitsOf(open), reserved: unitsOf(reserved), settled: unitsOf(settled) },
      ...{ withdrawn: unitsOf(withdrawn), status: statusOf(state), fees: unitsOf(state.fee) },
    }).toEqual({
      ...{ open: kept.open, reserved: kept.reserved, settled: kept.settled },
      ...{ withdrawn: kept.withdrawn, status: book.statusOf(kept), fees: kept.fees },
    });
  }
  for (const [number, kept] of book.matches.entries()) {
    const { state: trade } = await loadTrade(log, tradeId(number));
    if (trade.state === 'none') throw new Error(`match ${number} is missing`);
    const { amount, price, krw } = trade.terms;
    expect({
      ...{ state: trade.state, amount: unitsOf(amount), price: unitsOf(price), won: BigInt(krw) },
      fee: trade.state === 'completed' ? unitsOf(trade.fee) : undefined,
    }).toEqual({
      ...{ state: kept.state, amount: kept.amount, price: kept.price, won: kept.won, fee: kept.fee },
    });
  }
  expect(invariants.violation).toBeUndefined();
}

test('random commands leave the ledger and a book kept by hand in the same state, and get the same answers', async () => {
  const answers = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(dayOfCommands, async (steps) => {
      const ledger = openLedger();
      const book = new NaiveBook();
      for (const number of members) {
        const account = { memberId: memberId(number), referralCode: null, inviteCode: 'INVITE' };
        await ledger.onMember(number, (state) => register(state, account));
        await ledger.onMember(number, activate);
      }
      let current = 1400;
      for (const { wanted: chosen, passedMs } of steps) {
        const wanted = aimed(chosen, book);
        const nowMs = ledger.tick(passedMs);
        const saw = wanted.kind === 'place' && wanted.stale ? current + 1 : current;
        const answer = await askLedger(ledger, book, wanted, saw).then(
          () => 'done',
          (error: unknown) => {
            if (error instanceof LedgerRefusal) return error.code;
            throw error;
          },
        );
        expect(`${wanted.kind}: ${answer}`).toBe(`${wanted.kind}: ${askBook(book, wanted, saw, nowMs)}`);
        if (wanted.kind === 'price') current = wanted.price;
        answers.set(`${wanted.kind}: ${answer}`, (answers.get(`${wanted.kind}: ${answer}`) ?? 0) + 1);
        await expectSame(ledger, book);
      }
      ledger.invariants.checkEnd();
      expect(ledger.invariants.violation).toBeUndefined();
    }),
    { numRuns: process.env['TEST_ALL'] === '1' ? 1_000 : 100, seed: 20_260_101 },
  );
  // What never happens is not tested.
  for (const answer of [
    ...['match: done', 'match: AMOUNT_EXCEEDS_OPEN', 'match: WON_ROUND_TO_ZERO'],
    ...['complete: done', 'cancel match: done'],
  ])
    expect(answers.get(answer) ?? 0, answer).toBeGreaterThan(20);
}, 60_000);
