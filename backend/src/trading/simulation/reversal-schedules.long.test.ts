import type { MemberId } from '@matgyo/contracts/ids';
import { approvalStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { requestApproval } from '@matgyo/ledger/approval/decisions';
import { openCase } from '@matgyo/ledger/trade/case-decisions';
import { expect, test } from 'vitest';
import { testAll } from '../../../../test/test-all.ts';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { requestedReversal } from '../approvals/reversal.ts';
import { appendReversal } from '../reversals/reverse-trade.ts';
import { executeOnTrade } from '../trades/execute-on-trade.ts';
import { completeTrade } from '../trades/finish-trade.ts';
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
 * All schedules of two actions on a trade that is being or was completed, and on the request to reverse it, with one
 * fault at any append.
 */

const [requester, , third] = admins;
const why = { reason: 'COMPLETED_BY_MISTAKE', grounds: 'd'.repeat(64) } as const;

const actions = {
  ...requestActions(),
  /** As when there was no second admin. */
  reverse: {
    actorId: requester,
    actorRole: 'admin',
    perform: (process, command) =>
      appendReversal(process, { approval: 'nothing typed', command, tradeId: trade, ...why }),
  },
  'reverse too': {
    actorId: third,
    actorRole: 'admin',
    perform: (process, command) =>
      appendReversal(process, { approval: 'nothing typed', command, tradeId: trade, ...why }),
  },
  complete: {
    actorId: requester,
    actorRole: 'admin',
    perform: (process, command) =>
      completeTrade(process, { approval: 'nothing typed', command, trade: { tradeId: trade } }),
  },
  'open a case': {
    actorId: memberId(2),
    actorRole: 'member',
    perform: ({ ledger }, command) =>
      executeOnTrade(ledger, {
        tradeId: trade,
        command,
        decide: (state) =>
          openCase(state, {
            caseId: `4${'0'.repeat(23)}` as never,
            reason: 'OTHER',
            statement: 'c'.repeat(64),
            actor: { memberId: memberId(2), admin: false },
          }),
      }),
  },
} satisfies Readonly<Record<string, CrossedAction>>;
type Name = keyof typeof actions;

const by = (actorId: MemberId, name: string) =>
  commandFor({ actorId, actorRole: 'admin', perform: async () => {} }, name);

/** A completed trade with a request to reverse it. */
async function requestedEvents(): Promise<readonly RecordedEvent[]> {
  const market = await matched();
  const { process } = market;
  await completeTrade(process, {
    approval: 'nothing typed',
    command: by(requester, 'complete'),
    trade: { tradeId: trade },
  });
  const action = await requestedReversal(withApprovals(process), {
    tradeId: trade,
    askedBy: requester,
    ...why,
  });
  await executeOnStream({
    ...onApproval(process),
    command: by(requester, 'ask'),
    decide: (approval) => requestApproval(approval, { approvalId, askedBy: requester, action }),
  });
  return market.log.events;
}

async function everyOrder(before: readonly RecordedEvent[], one: Name, two: Name, faults = 1) {
  const outcomes = new Set<number>();
  await everySchedule(async (choose) => {
    const options = { faults, alsoAt: [approvalStream(approvalId)] };
    const run = await cross(before, [actions[one], actions[two]], options, choose);
    if (run === undefined) return;
    const count = counterOf(run.events);
    expect(count('TradeReversed')).toBeLessThanOrEqual(1);
    expect(count('TradeReversed')).toBeLessThanOrEqual(count('TradeCompleted'));
    expect(count('ApprovalGranted', 'ApprovalRefused', 'ApprovalExpired')).toBeLessThanOrEqual(1);
    expect(count('ApprovalFulfilled', 'ApprovalLapsed')).toBe(count('ApprovalGranted'));
    expect(count('ApprovalFulfilled')).toBeLessThanOrEqual(count('TradeReversed'));
    outcomes.add(count('TradeReversed'));
  });
  return [...outcomes].sort();
}

test.each([
  ['approve too', [1]],
  ['refuse', [0, 1]],
  ['expire', [0, 1]],
  ['reverse', [1]],
] as const)(
  'approving and %s: one outcome, and the trade reversed once',
  async (name, outcomes) => {
    // Two approvals have so many schedules that faults are left to `npm run test:all`.
    const faults = testAll || name !== 'approve too' ? 1 : 0;
    expect(await everyOrder(await requestedEvents(), 'approve', name, faults)).toEqual(outcomes);
  },
  600_000,
);

test('one of two concurrent reversals succeeds', async () => {
  expect(await everyOrder(await requestedEvents(), 'reverse', 'reverse too')).toEqual([1]);
}, 600_000);

test('a trade being completed is reversed afterwards or not at all', async () => {
  const before = (await matched()).log.events;
  expect(await everyOrder(before, 'complete', 'reverse', 0)).toEqual([0, 1]);
}, 600_000);

test('no case is opened on a completed trade, reversed or not', async () => {
  const before = (await requestedEvents()).filter(({ stream }) => !stream.startsWith('approval-'));
  expect(await everyOrder(before, 'reverse', 'open a case')).toEqual([1]);
}, 600_000);
