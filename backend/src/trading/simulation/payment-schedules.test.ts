import { toLedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { CaseId, MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { accountDecider, activate, register } from '@matgyo/ledger/account/account';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { openCase, releaseCase, takeCase, withdrawCase } from '@matgyo/ledger/trade/case-decisions';
import {
  expireWindow,
  extendWindow,
  markStep,
  pauseWindow,
  resumeWindow,
  takeBackStep,
} from '@matgyo/ledger/trade/payment-decisions';
import type { Trade } from '@matgyo/ledger/trade/trade';
import { expect, test } from 'vitest';
import { type Command, executeOnStream, type Ledger } from '../commands/execute-on-stream.ts';
import { changePayment, type PaymentChange } from '../trades/change-payment.ts';
import { cancelTrade, carryOutRuling, completeTrade } from '../trades/finish-trade.ts';
import { commandOf, memberId, openMarketAt, tradeId } from '../trades/ledger-market.fixture.ts';
import { driveTrade, type TradeProcess } from '../trades/trade-process.ts';
import { type Choose, Crossing, everySchedule } from './every-schedule.fixture.ts';
import { Invariants } from './invariants.ts';

/*
 * Every order in which two of them reach the trade's stream, with one fault at any append: a step, its taking back, a
 * cancellation, a completion, a pause, an extension, the end of a window, what is done in a case and its ruling. Reversals
 * belong here when they come.
 */

const trade = tradeId(1);
const [seller, buyer] = [memberId(1), memberId(2)];
const partyOf = { 'payment-sent': buyer, 'payment-received': seller } as const;
const reason = 'PARTY_ASKED';
const moved = { adminId: memberId(0), reason };
const longAfter = '2027-01-01T00:00:00.000Z';

type Perform = (process: TradeProcess, command: Command) => Promise<unknown>;

const paying =
  (decide: PaymentChange['decide']): Perform =>
  ({ ledger }, command) =>
    changePayment(ledger, { tradeId: trade, command, decide });

const marking = (step: keyof typeof partyOf) => ({
  actorId: partyOf[step] as string,
  perform: paying((state) => markStep(state, { step, actor: { memberId: partyOf[step], isAdmin: false } })),
});
const takingBack = (step: keyof typeof partyOf) => ({
  actorId: partyOf[step] as string,
  perform: paying((state) =>
    takeBackStep(state, { step, actor: { memberId: partyOf[step], isAdmin: false } }),
  ),
});
const byAdmin = (decide: PaymentChange['decide']) => ({
  actorId: memberId(0) as string,
  perform: paying(decide),
});

const asBuyer = { memberId: buyer, isAdmin: false };
const hash = 'c'.repeat(64);
const caseOf = ({ commandId }: Pick<Command, 'commandId'>) =>
  commandId.replaceAll('-', '').slice(0, 24) as CaseId;
/** The case of those that have one before they meet. */
const known = caseOf(commandOf('before open case'));
const inCase = { caseId: known, adminId: memberId(0) };
const ruling = (outcome: 'complete' | 'cancel') => ({
  actorId: memberId(0) as string,
  perform: ((to, command) =>
    carryOutRuling(to, {
      ...{ command, trade: { tradeId: trade } },
      ruling: { ...inCase, outcome, reasons: ['PARTIES_AGREED'], grounds: hash },
    })) satisfies Perform as Perform,
});

const acts = {
  'payment sent': marking('payment-sent'),
  'payment received': marking('payment-received'),
  'take back payment sent': takingBack('payment-sent'),
  pause: byAdmin((state) => pauseWindow(state, moved)),
  resume: byAdmin((state) => resumeWindow(state, moved)),
  extend: byAdmin((state) => extendWindow(state, { ...moved, minutes: 30 })),
  expire: {
    actorId: 'payment-windows',
    perform: paying((state: Trade) => expireWindow(state, { minutes: 60, at: longAfter })),
  },
  'open case': {
    actorId: buyer as string,
    perform: ({ ledger }, command) =>
      changePayment(ledger, {
        ...{ tradeId: trade, command },
        decide: (state) =>
          openCase(state, { caseId: caseOf(command), actor: asBuyer, reason: 'OTHER', statement: hash }),
      }),
  },
  'withdraw case': {
    actorId: buyer as string,
    perform: paying((state) => withdrawCase(state, { caseId: known, actor: asBuyer })),
  },
  'take case': byAdmin((state) => takeCase(state, inCase)),
  'release case': byAdmin((state) => releaseCase(state, inCase)),
  'rule to complete': ruling('complete'),
  'rule to cancel': ruling('cancel'),
  complete: {
    actorId: memberId(0),
    perform: (to, command) => completeTrade(to, { command, trade: { tradeId: trade } }),
  },
  cancel: {
    actorId: memberId(0),
    perform: (to, command) =>
      cancelTrade(to, { command, trade: { tradeId: trade }, reason: 'CANCELLED_BY_ADMIN' }),
  },
} satisfies Readonly<Record<string, { readonly actorId: string; readonly perform: Perform }>>;
type Name = keyof typeof acts;
const names = Object.keys(acts) as Name[];

const roleOf = (actorId: string) =>
  actorId === memberId(0) ? 'admin' : actorId === 'payment-windows' ? 'system' : 'member';

const commandFor = (act: Name, name: string): Command => {
  const { actorId } = acts[act];
  return { ...commandOf(name, Date.UTC(2026, 0, 1)), actorId, actorRole: roleOf(actorId) };
};

/** What a log holds of a match of two orders, with what has been done about its payment. */
async function matched(before: readonly Name[]): Promise<readonly RecordedEvent[]> {
  const market = openMarketAt(new MemoryLog());
  for (const member of [seller, buyer]) await signUp(market, member);
  await market.setPrice('1400');
  const sellOrderId = await market.place(1, 'sell', 14);
  const buyOrderId = await market.place(2, 'buy', 7);
  await market.match(1, { sellOrderId, buyOrderId });
  for (const act of before) await acts[act].perform(market.process, commandFor(act, `before ${act}`));
  return market.log.events;
}

/** With the referral code that the market's accounts have. */
async function signUp(ledger: Ledger, member: MemberId): Promise<void> {
  const account = { memberId: member, referralCode: 'FRIEND', inviteCode: member };
  const on = { ledger, stream: memberStream(member), decider: accountDecider };
  const command = (name: string) => commandOf(`${name} ${member}`);
  await executeOnStream({ ...on, command: command('sign up'), decide: (state) => register(state, account) });
  await executeOnStream({ ...on, command: command('activate'), decide: activate });
}

type Answer = 'yes' | 'no' | 'none';
const endsTrade: ReadonlySet<Name> = new Set(['complete', 'cancel', 'rule to complete', 'rule to cancel']);

async function cross(
  before: readonly RecordedEvent[],
  both: readonly Name[],
  faults: number,
  choose: Choose,
) {
  const invariants = new Invariants({ judgesSteps: true });
  const log = new MemoryLog(invariants.observe, before);
  const stopped = both.includes('open case') || before.some(({ type }) => type === 'CaseOpened');
  const market = openMarketAt(log);
  const crossing = new Crossing(log, choose, { faults });
  const answers: Answer[] = both.map(() => 'none');
  const perform = async (index: number, through: TradeProcess) => {
    const act = both[index] as Name;
    try {
      await acts[act].perform(through, commandFor(act, `${index}`));
      answers[index] = 'yes';
    } catch (error) {
      if (!(error instanceof LedgerRefusal)) throw error;
      answers[index] = 'no';
    }
  };
  const failed: unknown[] = [];
  for (const index of both.keys()) {
    const ledger = { log: crossing.logOf(`${index}`), timing: market.timing };
    void perform(index, { ...market.process, ledger }).catch((error: unknown) => failed.push(error));
  }
  if (!(await crossing.run())) return undefined;
  expect(failed).toEqual([]);
  // Whoever died is replaced: the trade is driven to rest, and the command comes once more.
  await driveTrade(market.process, { actorId: 'process-manager', actorRole: 'system' }, trade);
  for (const [index, answer] of answers.entries())
    if (answer === 'none') await perform(index, market.process);
  invariants.checkEnd();
  expect(invariants.violation).toBeUndefined();
  for (const [index, answer] of answers.entries()) {
    const { commandId } = commandFor(both[index] as Name, `${index}`);
    const done = log.events.filter(({ metadata }) => metadata.commandId === commandId);
    // The end of a window is noted or there is none to note: both are a yes.
    if (answer === 'no' || both[index] !== 'expire') expect(done.length > 0).toBe(answer === 'yes');
  }
  const ends = log.events.filter(({ type }) => type === 'TradeCompleted' || type === 'TradeCancelled');
  // Where no case stops it, of two that end a trade one does.
  const ended = both.some((act, index) => endsTrade.has(act) && answers[index] === 'yes');
  const mustEnd = !stopped && both.some((act) => act === 'complete' || act === 'cancel');
  expect(ends).toHaveLength(ended || mustEnd ? 1 : 0);
  return log.events.map(
    (event) => toLedgerEvent({ ...event, schemaVersion: event.metadata.schemaVersion }).type,
  );
}

/** Everything that may come, in the usual run against what it is most likely to meet; `npm run test:all` has each two. */
const pairsOf = (one: Name): readonly Name[] =>
  process.env['TEST_ALL'] === '1' ? names.slice(names.indexOf(one)) : usualPairs[one];
const usualPairs: Readonly<Record<Name, readonly Name[]>> = {
  'payment sent': ['payment sent', 'cancel', 'complete', 'pause', 'expire'],
  'payment received': ['take back payment sent', 'complete'],
  'take back payment sent': ['take back payment sent', 'cancel', 'complete'],
  pause: ['pause', 'expire'],
  resume: ['pause'],
  extend: ['expire'],
  'open case': ['open case', 'payment sent', 'complete', 'cancel', 'expire'],
  'withdraw case': ['take case', 'rule to complete', 'complete', 'open case'],
  'take case': ['take case', 'rule to cancel', 'release case'],
  'release case': ['rule to complete', 'release case'],
  'rule to complete': ['rule to complete', 'rule to cancel', 'cancel', 'payment sent'],
  'rule to cancel': ['rule to cancel', 'complete'],
  expire: ['expire', 'cancel'],
  complete: ['cancel'],
  cancel: ['cancel'],
};
const caseActs: ReadonlySet<Name> = new Set(names.filter((name) => /case|rule/.test(name)));
const beforeOf = (one: Name): readonly (readonly Name[])[] => {
  if (process.env['TEST_ALL'] === '1')
    return [[], ['payment sent'], ['open case'], ['open case', 'take case']];
  const goesOn = caseActs.has(one) && one !== 'open case';
  return goesOn ? [['open case'], ['open case', 'take case']] : [[], ['payment sent']];
};
const cases = names.flatMap((one) => beforeOf(one).map((before) => ({ one, before })));

test.each(cases)(
  '$one after $before: every order with another act, and every fault',
  async ({ one, before }) => {
    const events = await matched(before);
    for (const other of pairsOf(one)) {
      const states = await everySchedule(async (choose) => {
        await cross(events, [one, other], 1, choose);
      });
      // Two that append nothing meet in the fewest.
      expect(states, other).toBeGreaterThan(4);
    }
  },
);

test('a step, a cancellation and a completion at once: in every order one of them ends the trade', async () => {
  const seen = new Set<string>();
  const before = await matched([]);
  const states = await everySchedule(async (choose) => {
    const events = await cross(before, ['payment sent', 'cancel', 'complete'], 0, choose);
    if (events !== undefined) seen.add(`${events.includes('PaymentSent')} ${events.at(-1)}`);
  });
  expect(states).toBeGreaterThan(100);
  // The step came first or found the trade decided, and either end is possible with it and without.
  expect([...seen].sort()).toEqual([
    'false TradeCancelled',
    'false TradeCompleted',
    'true TradeCancelled',
    'true TradeCompleted',
  ]);
});
