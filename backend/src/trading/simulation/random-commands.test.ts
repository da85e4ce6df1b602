import type { MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import { type Krw, type Price, parsePrice, type Rate, type Usdt } from '@matgyo/contracts/money';
import { priceStream } from '@matgyo/contracts/streams';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { type Account, activate, deactivate, register } from '@matgyo/ledger/account/account';
import { unitsOf, usdtDue } from '@matgyo/ledger/oracle/units';
import { approve, cancelAsAdmin, cancelAsOwner, reject } from '@matgyo/ledger/order/decisions';
import { type Order, statusOf as orderStatusOf } from '@matgyo/ledger/order/order';
import { priceDecider, setPrice } from '@matgyo/ledger/price/price';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { testAll } from '../../../../test/test-all.ts';
import { uuidV5 } from '../../platform/commands/event-ids.ts';
import { type Command, executeOnStream, type Ledger } from '../../platform/commands/execute-on-stream.ts';
import { ofMember, ofOrder } from '../../platform/commands/ledger-streams.ts';
import { asOneAppend } from '../../platform/commands/one-append.ts';
import { RecentStreams } from '../../platform/commands/recent-streams.ts';
import { type LedgerLog, loadStream } from '../../platform/commands/stream-history.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import { appendOrder } from '../orders/append-order.ts';
import { loadTrade } from '../trades/find-trade.ts';
import { cancelTrade, completeTrade } from '../trades/finish-trade.ts';
import { proposeMatch } from '../trades/propose-match.ts';
import { createTradeProcess } from '../trades/trade-process.ts';
import { ExpectedAnswers, statusOf } from './expected-answers.fixture.ts';
import {
  aimed,
  dayOfCommands,
  type GeneratedCommand,
  members,
  type Pair,
} from './generated-commands.fixture.ts';
import { Invariants } from './invariants.ts';

const idOf = (digit: string, number: number) => `${digit}${String(number).padStart(23, '0')}`;
const memberId = (number: number) => idOf('a', number) as MemberId;
const orderId = (number: number) => idOf('b', number) as OrderId;
const tradeId = (number: number) => idOf('c', number) as TradeId;
const priceText = (price: number) => parsePrice(price) as Price;
const priceUnits = (price: number) => unitsOf(priceText(price));
const usdtText = (units: number) =>
  `${Math.floor(units / 10_000)}.${String(units % 10_000).padStart(4, '0')}` as Usdt;

/** The real ledger on a memory log, with no other writers. */
function openLedger() {
  const invariants = new Invariants({ judgesSteps: true });
  const log = new MemoryLog(invariants.observe);
  let nowMs = Date.UTC(2026, 0, 1);
  const timing = { now: () => nowMs, elapsed: () => nowMs, random: () => 0.5, sleep: async () => {} };
  const accountOf = async (id: MemberId, log: LedgerLog) => {
    const { state } = await loadStream(log, ofMember(id));
    return state.status === 'none' ? undefined : { ...state, isVerified: true };
  };
  const settings = { feeRate: '0.01' as Rate, tolerance: '0.005' as Rate };
  const process = createTradeProcess({ log, timing, accounts: { get: accountOf }, settings });
  let commands = 0;
  const command = (actorId: string = memberId(9)): Command => {
    commands += 1;
    const commandId = uuidV5('6ba7b810-9dad-11d1-80b4-00c04fd430c8', `command ${commands}`);
    const ids = { commandId, correlationId: commandId, causationId: commandId };
    return { ...ids, actorId, actorRole: 'admin', at: isoOf(nowMs) };
  };
  const on = (ledger: Ledger<LedgerLog>) => ({
    ledger,
    process: { ...process, ledger },
    onOrder: (number: number, decide: (order: Order) => ReturnType<typeof approve>, actorId?: string) =>
      executeOnStream({ ledger, ...ofOrder(orderId(number)), command: command(actorId), decide }),
    onMember: (number: number, decide: (account: Account) => ReturnType<typeof activate>) =>
      executeOnStream({ ledger, ...ofMember(memberId(number)), command: command(), decide }),
  });
  const inOneAppend = {
    ledger: process.ledger,
    recent: new RecentStreams(),
    newStreams: [],
    sqlStatements: () => [],
  };
  const tick = (ms: number) => (nowMs += ms);
  return { log, invariants, accountOf, command, tick, on, inOneAppend, ...on(process.ledger) };
}
type OpenLedger = ReturnType<typeof openLedger>;

/** Orders and matches are numbered in sequence; refused ones take no number. */
async function runOnLedger(
  ledger: OpenLedger,
  next: { readonly order: number; readonly match: number },
  wanted: GeneratedCommand,
  saw: number,
): Promise<unknown> {
  const { command, process, onOrder, onMember } = ledger;
  switch (wanted.kind) {
    case 'price':
      return executeOnStream({
        ledger: ledger.ledger,
        stream: priceStream,
        decider: priceDecider,
        command: command(),
        decide: (state) => setPrice(state, priceText(wanted.price), 'not needed'),
      });
    case 'place':
      return appendOrder(ledger.ledger, command(memberId(wanted.member)), {
        orderId: orderId(next.order),
        side: wanted.side,
        memberId: memberId(wanted.member),
        krwAmount: String(wanted.won) as Krw,
        clientAmount: undefined,
        price: priceText(saw),
        owner: await ledger.accountOf(memberId(wanted.member), ledger.ledger.log),
      });
    case 'approve':
      return onOrder(wanted.order, (state) => approve(state));
    case 'reject':
      return onOrder(wanted.order, (state) => reject(state, { reason: 'REJECTED' }));
    case 'cancel as admin':
      return onOrder(wanted.order, (state) => cancelAsAdmin(state, { reason: 'WITHDRAWN' }));
    case 'cancel as owner':
      return onOrder(
        wanted.order,
        (state) => cancelAsOwner(state, { memberId: memberId(wanted.member), reason: 'WITHDRAWN' }),
        memberId(wanted.member),
      );
    case 'match':
      return proposeMatch(process, {
        command: command(),
        tradeId: tradeId(next.match),
        ...pairOf(wanted.pair),
        amount: wanted.amount === undefined ? undefined : usdtText(wanted.amount),
        price: wanted.price === undefined ? undefined : priceText(wanted.price),
      });
    case 'complete':
      return completeTrade(process, {
        approval: 'nothing typed',
        command: command(),
        trade: pairOf(wanted.pair),
      });
    case 'cancel match':
      return cancelTrade(process, { command: command(), trade: pairOf(wanted.pair) });
    case 'activate':
      return onMember(wanted.member, activate);
    case 'deactivate':
      return onMember(wanted.member, (account) => deactivate(account, { isLastAdmin: false }));
    default:
      return wanted satisfies never;
  }
}

const pairOf = ([sell, buy]: Pair) => ({ sellOrderId: orderId(sell), buyOrderId: orderId(buy) });

/** Computed before the command: the reply, and the state after it. */
interface Expectation {
  readonly answer: string;
  readonly check?: () => void | Promise<void>;
}

function expectationOf(
  { log, invariants: { oracle } }: OpenLedger,
  expected: ExpectedAnswers,
  wanted: GeneratedCommand,
  { saw, nowMs }: { readonly saw: number; readonly nowMs: number },
): Expectation {
  const isPhase = (index: number, phase: string) => () => {
    expect(expected.order(index)?.phase).toBe(phase);
  };
  switch (wanted.kind) {
    case 'price':
      return { answer: 'done', check: () => expect(oracle.price()).toBe(priceText(wanted.price)) };
    case 'place': {
      const { side, member, won } = wanted;
      const answer = expected.place(memberId(member), won, priceUnits(saw));
      if (answer === 'done') expected.orders.push({ orderId: orderId(expected.orders.length), at: nowMs });
      const amount = usdtDue(String(won), priceUnits(saw));
      const placed = { side, memberId: memberId(member), amount, open: amount, phase: 'pending' };
      const index = expected.orders.length - 1;
      return { answer, check: () => expect(expected.order(index)).toMatchObject(placed) };
    }
    case 'approve':
      return { answer: expected.review(wanted.order), check: isPhase(wanted.order, 'open') };
    case 'reject':
      return { answer: expected.review(wanted.order), check: isPhase(wanted.order, 'rejected') };
    case 'cancel as admin':
      return { answer: expected.cancelAsAdmin(wanted.order), check: isPhase(wanted.order, 'cancelled') };
    case 'cancel as owner': {
      const answer = expected.cancelAsOwner(wanted.order, memberId(wanted.member));
      return { answer, check: isPhase(wanted.order, 'cancelled') };
    }
    case 'match': {
      const [sell, buy] = wanted.pair;
      const stated = {
        amount: wanted.amount === undefined ? undefined : BigInt(wanted.amount),
        price: wanted.price === undefined ? undefined : priceUnits(wanted.price),
      };
      const terms = expected.match(sell, buy, stated);
      if (typeof terms === 'string') return { answer: terms };
      const match = { tradeId: tradeId(expected.matches.length), sell, buy };
      expected.matches.push(match);
      return { answer: 'done', check: () => expectTerms(log, match.tradeId, terms) };
    }
    case 'complete':
    case 'cancel match': {
      const live = expected.liveMatch(...wanted.pair);
      const answer = expected.finish(...wanted.pair);
      const phase = wanted.kind === 'complete' ? 'completed' : 'cancelled';
      return { answer, check: () => expect(oracle.trade(live?.tradeId ?? '')).toBe(phase) };
    }
    case 'activate':
    case 'deactivate': {
      const active = wanted.kind === 'activate';
      const check = () => expect(oracle.member(memberId(wanted.member))?.active).toBe(active);
      return { answer: 'done', check };
    }
    default:
      return wanted satisfies never;
  }
}

async function expectTerms(log: MemoryLog, id: TradeId, terms: object): Promise<void> {
  const { state: trade } = await loadTrade(log, id);
  if (trade.state === 'none') throw new Error(`trade ${id} is missing`);
  const { amount, price, krw, feeRate } = trade.terms;
  const [units, perUsdt, won] = [unitsOf(amount), unitsOf(price), unitsOf(krw)];
  expect({ amount: units, price: perUsdt, won, feeRate }).toEqual({ ...terms, feeRate: '0.01' });
}

/** Compares all state that the ledger and the oracle share. */
async function expectSame({ log, invariants }: OpenLedger, expected: ExpectedAnswers): Promise<void> {
  const { oracle } = invariants;
  for (const { orderId: id } of expected.orders) {
    const { state } = await loadStream(log, ofOrder(id));
    const account = oracle.order(id);
    if (state.phase === 'none' || account === undefined) throw new Error(`order ${id} is missing`);
    const { open, reserved, settled, withdrawn, fee } = state;
    expect({
      open: unitsOf(open),
      reserved: unitsOf(reserved),
      settled: unitsOf(settled),
      withdrawn: unitsOf(withdrawn),
      fees: unitsOf(fee),
      status: orderStatusOf(state),
    }).toEqual({
      open: account.open,
      reserved: account.reserved,
      settled: account.settled,
      withdrawn: account.withdrawn,
      fees: account.fees,
      status: statusOf(account),
    });
  }
  for (const { tradeId: id } of expected.matches)
    expect((await loadTrade(log, id)).state.state).toBe(oracle.trade(id));
  expect(invariants.violation).toBeUndefined();
}

/** Executes the same as one append on remembered streams; replies and log must be equal. */
async function runInOneAppend(
  ledger: OpenLedger,
  ...input: Tail<Parameters<typeof runOnLedger>>
): Promise<unknown> {
  const work = (draft: Ledger<LedgerLog>) => runOnLedger({ ...ledger, ...ledger.on(draft) }, ...input);
  return asOneAppend({ ...ledger.inOneAppend, work });
}
type Tail<List extends readonly unknown[]> = List extends readonly [unknown, ...infer Rest] ? Rest : never;

test.each([
  { mode: 'step by step', run: runOnLedger },
  { mode: 'in one append each', run: runInOneAppend },
])('random commands $mode leave the oracle’s state and get the expected replies', async ({ run }) => {
  const answers = new Map<string, number>();
  await fc.assert(
    fc.asyncProperty(dayOfCommands, async (steps) => {
      const ledger = openLedger();
      const expected = new ExpectedAnswers(ledger.invariants.oracle);
      for (const number of members) {
        const account = { memberId: memberId(number), referralCode: null, inviteCode: 'INVITE' };
        await ledger.onMember(number, (state) => register(state, account));
        await ledger.onMember(number, activate);
      }
      let current = 1400;
      for (const { wanted: chosen, passedMs } of steps) {
        const wanted = aimed(chosen, expected);
        const nowMs = ledger.tick(passedMs);
        const saw = wanted.kind === 'place' && wanted.stale ? current + 1 : current;
        const numbers = { order: expected.orders.length, match: expected.matches.length };
        const expectation = expectationOf(ledger, expected, wanted, { saw, nowMs });
        const answer = await run(ledger, numbers, wanted, saw).then(
          () => 'done',
          (error: unknown) => {
            if (error instanceof LedgerRefusal) return error.code;
            throw error;
          },
        );
        expect(`${wanted.kind}: ${answer}`).toBe(`${wanted.kind}: ${expectation.answer}`);
        if (answer === 'done') await expectation.check?.();
        if (wanted.kind === 'price') current = wanted.price;
        answers.set(`${wanted.kind}: ${answer}`, (answers.get(`${wanted.kind}: ${answer}`) ?? 0) + 1);
        await expectSame(ledger, expected);
      }
      ledger.invariants.checkEnd();
      expect(ledger.invariants.violation).toBeUndefined();
    }),
    { numRuns: testAll ? 1_000 : 50, seed: 20_260_101 },
  );
  // Checks that each outcome occurred.
  for (const answer of [
    ...['match: done', 'match: AMOUNT_EXCEEDS_OPEN', 'match: WON_ROUND_TO_ZERO'],
    ...['complete: done', 'cancel match: done'],
  ])
    expect(answers.get(answer) ?? 0, answer).toBeGreaterThan(10);
});
