import type { Krw } from '@matgyo/contracts/money';
import { approvalStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { requestApproval } from '@matgyo/ledger/approval/decisions';
import { markStep } from '@matgyo/ledger/trade/payment-decisions';
import { expect, test } from 'vitest';
import { testAll } from '../../../../test/test-all.ts';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { requestedCompletion } from '../approvals/completion.ts';
import { executeOnTrade } from '../trades/execute-on-trade.ts';
import { cancelTrade, completeTrade } from '../trades/finish-trade.ts';
import { memberId } from '../trades/ledger-market.fixture.ts';
import {
  admins,
  approvalId,
  counterOf,
  matched,
  onApproval,
  requestActions,
  trade,
  withApprovals,
} from './approval-actions.fixture.ts';
import { type CrossedAction, commandFor, cross } from './crossed-actions.fixture.ts';
import { everySchedule } from './every-schedule.fixture.ts';

/*
 * All schedules of two actions on a request and its match, with one fault at any append: another admin approves, one
 * refuses, the request expires, the match is cancelled, marked or completed without approval.
 */

const [requester, , third] = admins;
const limits = { limit: '1000' as Krw };

const actions = {
  ...requestActions(limits),
  cancel: {
    actorId: third,
    actorRole: 'admin',
    perform: (to, command) => cancelTrade(withApprovals(to, limits), { command, trade: { tradeId: trade } }),
  },
  complete: {
    actorId: requester,
    actorRole: 'admin',
    perform: (to, command) =>
      completeTrade(withApprovals(to, limits), {
        approval: 'nothing typed',
        command,
        trade: { tradeId: trade },
      }),
  },
  mark: {
    actorId: memberId(2),
    actorRole: 'member',
    perform: ({ ledger }, command) =>
      executeOnTrade(ledger, {
        tradeId: trade,
        command,
        decide: (state) =>
          markStep(state, { step: 'payment-sent', actor: { memberId: memberId(2), admin: false } }),
      }),
  },
} satisfies Readonly<Record<string, CrossedAction>>;
type Name = keyof typeof actions;

/** A match above the limit with a request to complete it. */
async function requestedEvents(): Promise<readonly RecordedEvent[]> {
  const market = await matched();
  const process = withApprovals(market.process, limits);
  const command = commandFor({ actorId: requester, actorRole: 'admin', perform: async () => {} }, 'ask');
  const action = await requestedCompletion(process, { tradeId: trade, askedBy: requester });
  await executeOnStream({
    ...onApproval(process),
    command,
    decide: (approval) => requestApproval(approval, { approvalId, askedBy: requester, action }),
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
      const count = counterOf(run.events);
      expect(count('ApprovalGranted', 'ApprovalRefused', 'ApprovalExpired')).toBeLessThanOrEqual(1);
      expect(count('TradeCompleted', 'TradeCancelled')).toBeLessThanOrEqual(1);
      // Above the limit only an approval completes a match.
      expect(count('TradeCompleted')).toBe(count('ApprovalFulfilled'));
      expect(count('ApprovalFulfilled', 'ApprovalLapsed')).toBe(count('ApprovalGranted'));
      seen.add(
        run.events
          .slice(before.length)
          .map(({ type }) => type)
          .join(),
      );
    });
    expect(states).toBeGreaterThan(7);
    expect(seen.size).toBeGreaterThan(0);
  },
  600_000,
);
