import type { CaseId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { openCase, releaseCase, takeCase, withdrawCase } from '@matgyo/ledger/trade/case-decisions';
import {
  checkTransfer,
  extendWindow,
  markStep,
  pauseWindow,
  resumeWindow,
  takeBackStep,
} from '@matgyo/ledger/trade/payment-decisions';
import { expect, test } from 'vitest';
import { testAll } from '../../../../test/test-all.ts';
import type { Command } from '../../platform/commands/execute-on-stream.ts';
import { executeOnTrade, type TradeChange } from '../trades/execute-on-trade.ts';
import { noteWindowEnd } from '../trades/expire-windows.ts';
import { cancelTrade, carryOutRuling, completeTrade } from '../trades/finish-trade.ts';
import { commandOf, memberId, tradeId } from '../trades/ledger-market.fixture.ts';
import { type CrossedAction, commandFor, cross, marketOfTwo } from './crossed-actions.fixture.ts';
import { type Choose, type CrossingOptions, everySchedule } from './every-schedule.fixture.ts';

/*
 * All schedules of two actions on a trade's stream, with one fault at any append: a step, undoing it, a cancellation, a
 * completion, a pause, an extension, the end of a window, actions of a case and its ruling.
 */

const trade = tradeId(1);
const [seller, buyer] = [memberId(1), memberId(2)];
const partyOf = { 'payment-sent': buyer, 'payment-received': seller, 'tether-sent': seller } as const;
const signature = '3'.repeat(87);
const reason = 'PARTY_ASKED';
const moved = { adminId: memberId(0), reason };
const longAfter = '2027-01-01T00:00:00.000Z';

const paying =
  (decide: TradeChange['decide']): CrossedAction['perform'] =>
  ({ ledger }, command) =>
    executeOnTrade(ledger, { tradeId: trade, command, decide });

const marking = (step: keyof typeof partyOf) => ({
  actorId: partyOf[step],
  actorRole: 'member' as const,
  perform: paying((state) =>
    markStep(state, { step, actor: { memberId: partyOf[step], admin: false }, signature }),
  ),
});
const undoing = (step: keyof typeof partyOf) => ({
  actorId: partyOf[step],
  actorRole: 'member' as const,
  perform: paying((state) => takeBackStep(state, { step, actor: { memberId: partyOf[step], admin: false } })),
});
const admin = { actorId: memberId(0), actorRole: 'admin' } as const;
const byAdmin = (decide: TradeChange['decide']) => ({ ...admin, perform: paying(decide) });

const asBuyer = { memberId: buyer, admin: false };
const hash = 'c'.repeat(64);
const caseOf = ({ commandId }: Pick<Command, 'commandId'>) =>
  commandId.replaceAll('-', '').slice(0, 24) as CaseId;
/** The case opened before the actions compete, if any. */
const known = caseOf(commandOf('before open case'));
const inCase = { caseId: known, adminId: memberId(0) };
const ruling = (outcome: 'complete' | 'cancel', amount?: string): CrossedAction => ({
  ...admin,
  perform: (to, command) =>
    carryOutRuling(to, {
      approval: 'nothing typed',
      command,
      trade: { tradeId: trade },
      ruling: {
        ...inCase,
        outcome,
        amount: amount as Usdt | undefined,
        reasons: ['PARTIES_AGREED'],
        grounds: hash,
      },
    }),
});

/** A payment window's end, which may cancel an unpaid trade. */
const windowEnds = (cancelsUnpaid: boolean): CrossedAction => ({
  actorId: 'payment-windows',
  actorRole: 'system',
  mayBeNothing: true,
  perform: (to, command) =>
    noteWindowEnd(
      to,
      { tradeId: trade, command: { ...command, at: longAfter }, minutes: 60, cancelsUnpaid },
      longAfter,
    ),
});

const actions = {
  'payment sent': marking('payment-sent'),
  'payment received': marking('payment-received'),
  'tether sent': marking('tether-sent'),
  'take back tether sent': undoing('tether-sent'),
  'check transfer': {
    actorId: 'transfer-check',
    actorRole: 'system',
    mayBeNothing: true,
    perform: paying((state) => checkTransfer(state, { signature, outcome: 'arrived' })),
  },
  'take back payment sent': undoing('payment-sent'),
  pause: byAdmin((state) => pauseWindow(state, moved)),
  resume: byAdmin((state) => resumeWindow(state, moved)),
  extend: byAdmin((state) =>
    extendWindow(state, { ...moved, minutes: 30, windowMinutes: 60, at: longAfter }),
  ),
  expire: windowEnds(false),
  'expire and cancel': windowEnds(true),
  'open case': {
    actorId: buyer,
    actorRole: 'member',
    perform: ({ ledger }, command) =>
      executeOnTrade(ledger, {
        tradeId: trade,
        command,
        decide: (state) =>
          openCase(state, { caseId: caseOf(command), actor: asBuyer, reason: 'OTHER', statement: hash }),
      }),
  },
  'withdraw case': {
    actorId: buyer,
    actorRole: 'member',
    perform: paying((state) => withdrawCase(state, { caseId: known, actor: asBuyer })),
  },
  'take case': byAdmin((state) => takeCase(state, inCase)),
  'release case': byAdmin((state) => releaseCase(state, inCase)),
  'rule to complete': ruling('complete'),
  'rule to complete a part': ruling('complete', '1.0000'),
  'rule to cancel': ruling('cancel'),
  complete: {
    ...admin,
    perform: (to, command) =>
      completeTrade(to, { approval: 'nothing typed', command, trade: { tradeId: trade } }),
  },
  cancel: { ...admin, perform: (to, command) => cancelTrade(to, { command, trade: { tradeId: trade } }) },
  'extend for the payment': byAdmin((state) =>
    extendWindow(state, { ...moved, step: 'payment-sent', minutes: 30, windowMinutes: 60, at: longAfter }),
  ),
  'cancel as unpaid': {
    ...admin,
    perform: (to, command) => cancelTrade(to, { command, trade: { tradeId: trade }, marked: null }),
  },
} satisfies Readonly<Record<string, CrossedAction>>;
type Name = keyof typeof actions;
const names = Object.keys(actions) as Name[];

/** The events of a match, with the actions before the competing ones. */
async function matched(before: readonly Name[]): Promise<readonly RecordedEvent[]> {
  const market = await marketOfTwo();
  await market.setPrice('1400');
  const sellOrderId = await market.place(1, 'sell', 14);
  const buyOrderId = await market.place(2, 'buy', 7);
  await market.match(1, { sellOrderId, buyOrderId });
  for (const action of before)
    await actions[action].perform(market.process, commandFor(actions[action], `before ${action}`));
  return market.log.events;
}

const endsTrade: ReadonlySet<Name> = new Set([
  ...([
    'complete',
    'cancel',
    'cancel as unpaid',
    'rule to complete',
    'rule to complete a part',
    'rule to cancel',
  ] as const),
]);

async function crossed(
  before: readonly RecordedEvent[],
  both: readonly Name[],
  options: CrossingOptions,
  choose: Choose,
) {
  const crossing = both.map((name) => actions[name]);
  const run = await cross(before, crossing, options, choose);
  if (run === undefined) return undefined;
  const types = run.events.map(({ type }) => type);
  const stopped = both.includes('open case') || before.some(({ type }) => type === 'CaseOpened');
  // Unless a case blocks it, one of two actions that end a trade succeeds.
  const ended = both.some((action, index) => endsTrade.has(action) && run.answers[index] === 'yes');
  const mustEnd = !stopped && both.some((action) => action === 'complete' || action === 'cancel');
  const ends = types.filter((type) => type === 'TradeCompleted' || type === 'TradeCancelled');
  if (both.includes('expire and cancel')) expect(ends.length).toBeLessThanOrEqual(1);
  else expect(ends).toHaveLength(ended || mustEnd ? 1 : 0);
  return types;
}

const sent: readonly Name[] = ['payment sent'];
const tetherSent: readonly Name[] = ['payment sent', 'payment received', 'tether sent'];
const opened: readonly Name[] = ['open case'];
const taken: readonly Name[] = ['open case', 'take case'];

/** The usual state for each action, and its likely competitors. `npm run test:all` has all pairs in every state. */
const usual: Readonly<Record<Name, readonly [before: readonly Name[], others: readonly Name[]]>> = {
  'payment sent': [[], ['payment sent', 'cancel', 'complete', 'pause', 'expire']],
  'payment received': [sent, ['take back payment sent', 'complete']],
  'tether sent': [
    ['payment sent', 'payment received'],
    ['tether sent', 'complete'],
  ],
  'take back tether sent': [tetherSent, ['take back tether sent', 'check transfer']],
  'check transfer': [tetherSent, ['check transfer', 'complete', 'open case']],
  'take back payment sent': [sent, ['take back payment sent', 'cancel', 'complete']],
  pause: [[], ['pause', 'expire']],
  resume: [['pause'], ['resume', 'expire']],
  extend: [[], ['expire']],
  'open case': [sent, ['open case', 'payment sent', 'complete', 'cancel', 'expire']],
  'withdraw case': [taken, ['rule to complete', 'complete', 'open case']],
  'take case': [opened, ['take case', 'withdraw case']],
  'release case': [taken, ['rule to complete', 'release case']],
  'rule to complete': [taken, ['rule to complete', 'rule to cancel', 'cancel', 'payment sent']],
  'rule to complete a part': [taken, ['rule to complete a part']],
  'rule to cancel': [taken, ['rule to cancel', 'complete']],
  expire: [[], ['expire', 'cancel']],
  'expire and cancel': [[], ['payment sent', 'complete']],
  complete: [sent, ['cancel']],
  cancel: [[], ['cancel']],
  'extend for the payment': [[], ['payment sent']],
  'cancel as unpaid': [[], ['payment sent', 'expire']],
};
const cases = names.flatMap((one) => {
  const [before, others] = usual[one];
  if (!testAll) return [{ one, before, others }];
  const all = names.slice(names.indexOf(one));
  return [[], sent, tetherSent, opened, taken].map((each) => ({ one, before: each, others: all }));
});

test.each(cases)(
  '$one after $before: every order with another action, and every fault',
  async ({ one, before, others }) => {
    const events = await matched(before);
    for (const other of others) {
      const states = await everySchedule(async (choose) => {
        await crossed(events, [one, other], { faults: 1 }, choose);
      });
      // The minimum: two actions without appends.
      expect(states, other).toBeGreaterThanOrEqual(3);
    }
  },
);

test.each(['extend for the payment', 'cancel as unpaid'] as const)(
  '%s: in no order after the payment, and not refused before it',
  async (action) => {
    const before = await matched([]);
    const seen = new Set<string>();
    await everySchedule(async (choose) => {
      const events = await crossed(before, ['payment sent', action], { faults: 1 }, choose);
      const ends = ['PaymentSent', 'WindowExtended', 'TradeCancelling'];
      if (events !== undefined) seen.add(events.filter((type) => ends.includes(type)).join(' '));
    });
    expect([...seen].sort()).toEqual(
      action === 'cancel as unpaid'
        ? ['PaymentSent', 'TradeCancelling']
        : ['PaymentSent', 'WindowExtended PaymentSent'],
    );
  },
);

test('a step, a cancellation and a completion at once: in every order one ends the trade', async () => {
  const seen = new Set<string>();
  const before = await matched([]);
  const states = await everySchedule(async (choose) => {
    const events = await crossed(before, ['payment sent', 'cancel', 'complete'], { faults: 0 }, choose);
    if (events !== undefined) seen.add(`${events.includes('PaymentSent')} ${events.at(-1)}`);
  });
  expect(states).toBeGreaterThan(100);
  // The step came first or found the trade decided; both ends are possible with and without it.
  expect([...seen].sort()).toEqual([
    'false TradeCancelled',
    'false TradeCompleted',
    'true TradeCancelled',
    'true TradeCompleted',
  ]);
});
