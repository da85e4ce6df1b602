import type { ApprovalId, MemberId } from '@matgyo/contracts/ids';
import type { Krw } from '@matgyo/contracts/money';
import { approvalStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { approvalDecider } from '@matgyo/ledger/approval/approval';
import { expire, refuseRequest, request } from '@matgyo/ledger/approval/decisions';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { markStep } from '@matgyo/ledger/trade/payment-decisions';
import { expect, test } from 'vitest';
import { testAll } from '../../../../test/test-all.ts';
import { approve } from '../approvals/approve.ts';
import { requestedCompletion } from '../approvals/completion.ts';
import type { FourEyes } from '../approvals/four-eyes.ts';
import { executeOnStream } from '../commands/execute-on-stream.ts';
import { changePayment } from '../trades/change-payment.ts';
import { cancelTrade, completeTrade } from '../trades/finish-trade.ts';
import { memberId, tradeId } from '../trades/ledger-market.fixture.ts';
import type { TradeProcess } from '../trades/trade-process.ts';
import { type CrossedAction, commandFor, cross, marketOfTwo } from './crossed-actions.fixture.ts';
import { everySchedule } from './every-schedule.fixture.ts';

/*
 * All schedules of two actions on a request and its match, with one fault at any append: another admin approves, one
 * refuses, the request expires, the match is cancelled, marked or completed without approval.
 */

const trade = tradeId(1);
const approvalId = `5${'0'.repeat(23)}` as ApprovalId;
const [asker, other, third] = [memberId(7), memberId(8), memberId(9)];
const longAfter = '2027-01-01T00:00:00.000Z';

const fourEyes: FourEyes = {
  ...{ limit: '1000' as Krw, pricePercent: '5' },
  others: async (one) => [asker, other, third].filter((id) => id !== one).map(staff),
  admin: async (memberId) => staff(memberId),
  counting: (_memberId, _process, work) => work(false),
};
const staff = (memberId: string) => ({ memberId, inviteCode: undefined });
const watched = (process: TradeProcess): TradeProcess => ({ ...process, fourEyes });

const onApproval = ({ ledger }: TradeProcess) => ({
  ...{ ledger, stream: approvalStream(approvalId), decider: approvalDecider },
});

/** A granted approval of an action that became impossible has lapsed. */
const approving = (by: MemberId): CrossedAction => ({
  ...{ actorId: by, actorRole: 'admin' },
  perform: async (process, command) => {
    try {
      await approve(watched(process), { command, approvalId, note: async () => {} });
    } catch (error) {
      const read = { direction: 'forwards', from: 0, limit: 9 } as const;
      const events = await process.ledger.log.readStream(approvalStream(approvalId), read);
      const isOwn = events.some(({ metadata }) => metadata.commandId === command.commandId);
      if (!(error instanceof LedgerRefusal && isOwn)) throw error;
    }
  },
});

const actions = {
  approve: approving(other),
  'approve too': approving(third),
  refuse: {
    ...{ actorId: third, actorRole: 'admin' },
    perform: (process, command) =>
      executeOnStream({
        ...{ ...onApproval(process), command },
        decide: (approval) => refuseRequest(approval, { by: third, at: command.at }),
      }),
  },
  expire: {
    ...{ actorId: 'approval-time', actorRole: 'system', mayBeNothing: true },
    perform: (process, command) =>
      executeOnStream({
        ...{ ...onApproval(process), command },
        decide: (approval) => expire(approval, longAfter),
      }),
  },
  cancel: {
    ...{ actorId: third, actorRole: 'admin' },
    perform: (to, command) =>
      cancelTrade(watched(to), { command, trade: { tradeId: trade }, reason: 'CANCELLED_BY_ADMIN' }),
  },
  complete: {
    ...{ actorId: asker, actorRole: 'admin' },
    perform: (to, command) => completeTrade(watched(to), { command, trade: { tradeId: trade } }),
  },
  mark: {
    ...{ actorId: memberId(2), actorRole: 'member' },
    perform: ({ ledger }, command) =>
      changePayment(ledger, {
        ...{ tradeId: trade, command },
        decide: (state) =>
          markStep(state, {
            ...{ step: 'payment-sent', actor: { memberId: memberId(2), admin: false } },
          }),
      }),
  },
} satisfies Readonly<Record<string, CrossedAction>>;
type Name = keyof typeof actions;

/** A match above the limit with a request to complete it. */
async function requestedEvents(): Promise<readonly RecordedEvent[]> {
  const market = await marketOfTwo();
  await market.setPrice('1400');
  const sellOrderId = await market.place(1, 'sell', 14);
  const buyOrderId = await market.place(2, 'buy', 7);
  await market.match(1, { sellOrderId, buyOrderId });
  const process = watched(market.process);
  const command = commandFor({ actorId: asker, actorRole: 'admin', perform: async () => {} }, 'ask');
  const action = await requestedCompletion(process, { tradeId: trade, askedBy: asker });
  await executeOnStream({
    ...{ ...onApproval(process), command },
    decide: (approval) => request(approval, { approvalId, askedBy: asker, action }),
  });
  return market.log.events;
}

const others = Object.keys(actions).filter((name) => name !== 'approve') as Name[];
/** Long actions have so many schedules that faults are left to `npm run test:all`. */
const writesMuch: ReadonlySet<Name> = new Set(['approve too', 'cancel', 'complete']);
const faultsOf = (name: Name) => (writesMuch.has(name) && !testAll ? 0 : 1);

test.each(others)(
  'approving and %s in every order with every fault: one outcome, and the action at most once',
  async (name) => {
    const before = await requestedEvents();
    const seen = new Set<string>();
    const states = await everySchedule(async (choose) => {
      const run = await cross(
        before,
        [actions.approve, actions[name]],
        { faults: faultsOf(name), alsoAt: [approvalStream(approvalId)] },
        choose,
      );
      if (run === undefined) return;
      const types = run.events.map(({ type }) => type);
      const count = (...wanted: readonly string[]) => types.filter((type) => wanted.includes(type)).length;
      expect(count('ApprovalGranted', 'ApprovalRefused', 'ApprovalExpired')).toBeLessThanOrEqual(1);
      expect(count('TradeCompleted', 'TradeCancelled')).toBeLessThanOrEqual(1);
      // Above the limit only an approval completes a match.
      expect(count('TradeCompleted')).toBe(count('ApprovalFulfilled'));
      expect(count('ApprovalFulfilled', 'ApprovalLapsed')).toBe(count('ApprovalGranted'));
      seen.add(types.slice(before.length).join());
    });
    expect(states).toBeGreaterThan(7);
    expect(seen.size).toBeGreaterThan(0);
  },
  600_000,
);
