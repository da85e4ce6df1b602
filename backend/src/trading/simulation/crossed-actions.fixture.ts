import type { MemberId } from '@matgyo/contracts/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { activate, register } from '@matgyo/ledger/account/account';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { expect } from 'vitest';
import { type Command, executeOnStream, type Ledger } from '../../platform/commands/execute-on-stream.ts';
import { ofMember } from '../../platform/commands/ledger-streams.ts';
import { commandOf, memberId, openMarketAt, tradeId } from '../trades/ledger-market.fixture.ts';
import { driveTrade, type TradeProcess } from '../trades/trade-process.ts';
import { type Choose, Crossing, type CrossingOptions } from './every-schedule.fixture.ts';
import { Invariants } from './invariants.ts';

/** An action on the trade that several actions compete for. */
export interface CrossedAction {
  readonly actorId: string;
  readonly actorRole: 'admin' | 'member' | 'system';
  /** Whether appending nothing counts as acceptance. */
  readonly mayBeNothing?: boolean;
  readonly perform: (process: TradeProcess, command: Command) => Promise<unknown>;
}

export type Answer = 'yes' | 'no' | 'none';

export const commandFor = ({ actorId, actorRole }: CrossedAction, name: string): Command => ({
  ...commandOf(name, Date.UTC(2026, 0, 1)),
  actorId,
  actorRole,
});

/**
 * Runs competing actions in one order of their calls, each with a writer index; undefined if another run continues
 * from here.
 */
export async function cross(
  before: readonly RecordedEvent[],
  actions: readonly CrossedAction[],
  options: CrossingOptions,
  choose: Choose,
): Promise<{ readonly events: readonly RecordedEvent[]; readonly answers: readonly Answer[] } | undefined> {
  const invariants = new Invariants({ judgesSteps: true });
  const log = new MemoryLog(invariants.observe, before);
  const market = openMarketAt(log);
  const crossing = new Crossing(log, choose, options);
  const answers: Answer[] = actions.map(() => 'none');
  const perform = async (index: number, action: CrossedAction, through: TradeProcess) => {
    try {
      await action.perform(through, commandFor(action, `${index}`));
      answers[index] = 'yes';
    } catch (error) {
      // Outcome unknown: the command is repeated.
      if (error instanceof EventLogUnavailable && error.outcome === 'unknown') return;
      if (!(error instanceof LedgerRefusal)) throw error;
      answers[index] = 'no';
    }
  };
  const failed: unknown[] = [];
  for (const [index, action] of actions.entries()) {
    const ledger = { log: crossing.logOf(`${index}`), timing: market.timing };
    void perform(index, action, { ...market.process, ledger }).catch((error: unknown) => failed.push(error));
  }
  if (!(await crossing.run())) return undefined;
  expect(failed).toEqual([]);
  // Replaces a crashed process: the trade is driven to rest, and the command is repeated.
  await driveTrade(market.process, { actorId: 'process-manager', actorRole: 'system' }, tradeId(1));
  for (const [index, action] of actions.entries())
    if (answers[index] === 'none') await perform(index, action, market.process);
  invariants.checkEnd();
  expect(invariants.violation).toBeUndefined();
  for (const [index, action] of actions.entries()) {
    const { commandId } = commandFor(action, `${index}`);
    const done = log.events.filter(({ metadata }) => metadata.commandId === commandId);
    const answer = answers[index];
    if (answer === 'no' || action.mayBeNothing !== true) expect(done.length > 0).toBe(answer === 'yes');
  }
  return { events: log.events, answers };
}

/** A market with the first two members' accounts. */
export async function marketOfTwo() {
  const market = openMarketAt(new MemoryLog());
  for (const member of [memberId(1), memberId(2)]) await signUp(market, member);
  return market;
}

/** With the referral code of the market's accounts. */
async function signUp(ledger: Ledger, member: MemberId): Promise<void> {
  const account = { memberId: member, referralCode: 'FRIEND', inviteCode: member };
  const on = { ledger, ...ofMember(member) };
  const command = (name: string) => commandOf(`${name} ${member}`);
  await executeOnStream({ ...on, command: command('sign up'), decide: (state) => register(state, account) });
  await executeOnStream({ ...on, command: command('activate'), decide: activate });
}
