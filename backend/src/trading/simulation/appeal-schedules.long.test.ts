import type { RulingOutcome } from '@matgyo/contracts/cases';
import type { CaseId, MemberId } from '@matgyo/contracts/ids';
import { approvalStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { requestApproval } from '@matgyo/ledger/approval/decisions';
import { appeal } from '@matgyo/ledger/trade/appeal-decisions';
import { addStatement, openCase, takeCase } from '@matgyo/ledger/trade/case-decisions';
import { expect, test } from 'vitest';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { requestedReversal } from '../approvals/reversal.ts';
import { decideAppeal } from '../cases/appeal-case.ts';
import { appendReversal } from '../reversals/reverse-trade.ts';
import { executeOnTrade, type TradeChange } from '../trades/execute-on-trade.ts';
import { cancelTrade, carryOutRuling, completeTrade } from '../trades/finish-trade.ts';
import { memberId, openMarketAt } from '../trades/ledger-market.fixture.ts';
import {
  admins,
  approvalId,
  approving,
  counterOf,
  matched,
  onApproval,
  trade,
  withApprovals,
} from './approval-actions.fixture.ts';
import { type CrossedAction, commandFor, cross } from './crossed-actions.fixture.ts';
import { everySchedule } from './every-schedule.fixture.ts';

/*
 * All schedules of two actions on a trade that a ruling ends or has ended, with one fault at any append: an appeal, its
 * decision, the ruling being carried out, a reversal, a completion and a cancellation.
 */

const caseId = `4${'0'.repeat(23)}` as CaseId;
const [sellerId, buyerId] = [memberId(1), memberId(2)];
const [ruler, other, third] = admins;
const hash = 'c'.repeat(64);
const why = { reason: 'FRAUD_FOUND', grounds: hash } as const;

const onTrade = (
  actorId: MemberId,
  actorRole: CrossedAction['actorRole'],
  decide: (state: Parameters<TradeChange['decide']>[0], at: string) => ReturnType<TradeChange['decide']>,
): CrossedAction => ({
  actorId,
  actorRole,
  perform: ({ ledger }, command) =>
    executeOnTrade(ledger, { tradeId: trade, command, decide: (state) => decide(state, command.at) }),
});
const appealing = (by: MemberId) =>
  onTrade(by, 'member', (state, at) =>
    appeal(state, { caseId, actor: { memberId: by, admin: false }, statement: hash, at }),
  );
const deciding = (by: MemberId, outcome: 'confirm' | 'overturn'): CrossedAction => ({
  actorId: by,
  actorRole: 'admin',
  perform: (process, command) =>
    decideAppeal(withApprovals(process), { command, tradeId: trade, caseId, outcome, grounds: hash }),
});
const ruling = (outcome: RulingOutcome): CrossedAction => ({
  actorId: ruler,
  actorRole: 'admin',
  perform: (process, command) =>
    carryOutRuling(process, {
      approval: 'nothing typed',
      command,
      trade: { tradeId: trade },
      ruling: { caseId, adminId: ruler, outcome, reasons: ['PARTIES_AGREED'], grounds: hash },
    }),
});

const actions = {
  'the seller appeals': appealing(sellerId),
  'the buyer appeals': appealing(buyerId),
  answer: onTrade(buyerId, 'member', (state) =>
    addStatement(state, { caseId, actor: { memberId: buyerId, admin: false }, statement: hash }),
  ),
  confirm: deciding(other, 'confirm'),
  'confirm too': deciding(third, 'confirm'),
  'confirm own ruling': deciding(ruler, 'confirm'),
  overturn: deciding(third, 'overturn'),
  'rule to complete': ruling('complete'),
  'rule to cancel': ruling('cancel'),
  /** As when there was no second admin. */
  reverse: {
    actorId: other,
    actorRole: 'admin',
    perform: (process, command) =>
      appendReversal(process, { approval: 'nothing typed', command, tradeId: trade, ...why }),
  },
  'approve the reversal': approving(third),
  complete: {
    actorId: other,
    actorRole: 'admin',
    perform: (process, command) =>
      completeTrade(process, { approval: 'nothing typed', command, trade: { tradeId: trade } }),
  },
  cancel: {
    actorId: other,
    actorRole: 'admin',
    perform: (process, command) => cancelTrade(process, { command, trade: { tradeId: trade } }),
  },
} satisfies Readonly<Record<string, CrossedAction>>;
type Name = keyof typeof actions;

/** The log after the actions, one after the other. */
async function after(...names: readonly Name[]): Promise<readonly RecordedEvent[]> {
  const market = await matched();
  const opening = onTrade(buyerId, 'member', (state) =>
    openCase(state, { caseId, actor: { memberId: buyerId, admin: false }, reason: 'OTHER', statement: hash }),
  );
  const taking = onTrade(ruler, 'admin', (state) => takeCase(state, { caseId, adminId: ruler }));
  for (const [index, action] of [opening, taking, ...names.map((name) => actions[name])].entries())
    await action.perform(market.process, commandFor(action, `before ${index}`));
  return market.log.events;
}

async function everyOrder(before: readonly RecordedEvent[], one: Name, two: Name, faults = 1) {
  const outcomes = new Set<string>();
  await everySchedule(async (choose) => {
    const options = { faults, alsoAt: [approvalStream(approvalId)] };
    const run = await cross(before, [actions[one], actions[two]], options, choose);
    if (run === undefined) return;
    const count = counterOf(run.events);
    expect(count('CaseRuled')).toBe(1);
    expect(count('TradeCompleted', 'TradeCancelled')).toBe(1);
    expect(count('CaseAppealed')).toBeLessThanOrEqual(1);
    expect(count('AppealRuled')).toBeLessThanOrEqual(count('CaseAppealed'));
    expect(count('TradeReversed')).toBeLessThanOrEqual(count('TradeCompleted'));
    const answerOf = run.events.flatMap(({ type, data }) =>
      type === 'AppealRuled' ? [String(data['outcome'])] : type === 'TradeReversed' ? ['reversed'] : [],
    );
    outcomes.add([count('CaseAppealed') === 1 ? 'appealed' : 'not appealed', ...answerOf].join(', '));
  });
  return [...outcomes].sort();
}

const completed = ['rule to complete'] as const;
const cancelled = ['rule to cancel'] as const;
const appealed = 'the seller appeals';

test.each([
  // The ruling is being carried out: an appeal waits for it, or is refused.
  [[], 'rule to complete', 'the buyer appeals', ['appealed', 'not appealed']],
  [[], 'rule to cancel', 'the buyer appeals', ['appealed', 'not appealed']],
  // One appeal, whatever the outcome of the trade.
  [completed, appealed, 'the buyer appeals', ['appealed']],
  [completed, appealed, 'complete', ['appealed']],
  [completed, appealed, 'cancel', ['appealed']],
  [cancelled, appealed, 'cancel', ['appealed']],
  [cancelled, appealed, 'complete', ['appealed']],
  // A reversal comes first and leaves nothing to appeal against, or decides the appeal.
  [completed, appealed, 'reverse', ['appealed, overturn, reversed', 'not appealed, reversed']],
  // One decision, and none after it.
  [[...completed, appealed], 'confirm', 'confirm too', ['appealed, confirm']],
  [[...completed, appealed], 'confirm', 'answer', ['appealed, confirm']],
  [[...completed, appealed], 'confirm', 'confirm own ruling', ['appealed, confirm']],
  [[...completed, appealed], 'confirm', 'overturn', ['appealed, confirm']],
  [
    [...completed, appealed],
    ...(['confirm', 'reverse'] as const),
    ['appealed, confirm, reversed', 'appealed, overturn, reversed'],
  ],
  [[...cancelled, appealed], 'confirm', 'overturn', ['appealed, confirm', 'appealed, overturn']],
  [[...cancelled, appealed], 'overturn', 'cancel', ['appealed, overturn']],
  [[...cancelled, appealed], 'overturn', 'reverse', ['appealed, overturn']],
] as const)(
  'after %j, %s and %s',
  async (before, one, two, outcomes) => {
    expect(await everyOrder(await after(...before), one, two)).toEqual(outcomes);
  },
  600_000,
);

test('a requested reversal is approved before an appeal, or has to be requested again', async () => {
  const market = await after(...completed);
  expect(await everyOrder(await requestedEvents(market), 'approve the reversal', appealed)).toEqual([
    'appealed',
    'not appealed, reversed',
  ]);
}, 600_000);

test('a reversal requested during an appeal decides it, unless the ruling is confirmed first', async () => {
  const market = await after(...completed, appealed);
  expect(await everyOrder(await requestedEvents(market), 'approve the reversal', 'confirm')).toEqual([
    'appealed, confirm',
    'appealed, overturn, reversed',
  ]);
}, 600_000);

/** The reversal requested by another admin than the one who ruled. */
async function requestedEvents(before: readonly RecordedEvent[]): Promise<readonly RecordedEvent[]> {
  const log = new MemoryLog(undefined, before);
  const { process } = openMarketAt(log);
  const reversal = await requestedReversal(withApprovals(process), {
    tradeId: trade,
    askedBy: other,
    ...why,
  });
  await executeOnStream({
    ...onApproval(process),
    command: commandFor({ ...actions.reverse, perform: async () => {} }, 'ask'),
    decide: (approval) => requestApproval(approval, { approvalId, askedBy: other, action: reversal }),
  });
  return log.events;
}
