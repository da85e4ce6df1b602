import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { accountDecider, activate, register } from '@matgyo/ledger/account/account';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { expect } from 'vitest';
import { type Command, executeOnStream, type Ledger } from '../commands/execute-on-stream.ts';
import { commandOf, memberId, openMarketAt, tradeId } from '../trades/ledger-market.fixture.ts';
import { driveTrade, type TradeProcess } from '../trades/trade-process.ts';
import { type Choose, Crossing, type CrossingOptions } from './every-schedule.fixture.ts';
import { Invariants } from './invariants.ts';

/** What is done about the one trade that acts meet at. */
export interface CrossedAct {
  readonly actorId: string;
  readonly actorRole: 'admin' | 'member' | 'system';
  /** Whether there may be nothing to append, which is a yes too. */
  readonly mayBeNothing?: boolean;
  readonly perform: (process: TradeProcess, command: Command) => Promise<unknown>;
}

export type Answer = 'yes' | 'no' | 'none';

export const commandFor = ({ actorId, actorRole }: CrossedAct, name: string): Command => ({
  ...commandOf(name, Date.UTC(2026, 0, 1)),
  ...{ actorId, actorRole },
});

/** Acts that meet at a trade in one order of their calls, each a writer by its index; undefined: another run goes on from here. */
export async function cross(
  before: readonly RecordedEvent[],
  acts: readonly CrossedAct[],
  options: CrossingOptions,
  choose: Choose,
): Promise<{ readonly events: readonly RecordedEvent[]; readonly answers: readonly Answer[] } | undefined> {
  const invariants = new Invariants({ judgesSteps: true });
  const log = new MemoryLog(invariants.observe, before);
  const market = openMarketAt(log);
  const crossing = new Crossing(log, choose, options);
  const answers: Answer[] = acts.map(() => 'none');
  const perform = async (index: number, act: CrossedAct, through: TradeProcess) => {
    try {
      await act.perform(through, commandFor(act, `${index}`));
      answers[index] = 'yes';
    } catch (error) {
      // Unknown: the command comes once more.
      if (error instanceof EventLogUnavailable && error.outcome === 'unknown') return;
      if (!(error instanceof LedgerRefusal)) throw error;
      answers[index] = 'no';
    }
  };
  const failed: unknown[] = [];
  for (const [index, act] of acts.entries()) {
    const ledger = { log: crossing.logOf(`${index}`), timing: market.timing };
    void perform(index, act, { ...market.process, ledger }).catch((error: unknown) => failed.push(error));
  }
  if (!(await crossing.run())) return undefined;
  expect(failed).toEqual([]);
  // A process that died is replaced: the trade is driven to rest, and the command comes once more.
  await driveTrade(market.process, { actorId: 'process-manager', actorRole: 'system' }, tradeId(1));
  for (const [index, act] of acts.entries())
    if (answers[index] === 'none') await perform(index, act, market.process);
  invariants.checkEnd();
  expect(invariants.violation).toBeUndefined();
  for (const [index, act] of acts.entries()) {
    const { commandId } = commandFor(act, `${index}`);
    const done = log.events.filter(({ metadata }) => metadata.commandId === commandId);
    const answer = answers[index];
    if (answer === 'no' || act.mayBeNothing !== true) expect(done.length > 0).toBe(answer === 'yes');
  }
  return { events: log.events, answers };
}

/** A market with the accounts of the first two members. */
export async function marketOfTwo() {
  const market = openMarketAt(new MemoryLog());
  for (const member of [memberId(1), memberId(2)]) await signUp(market, member);
  return market;
}

/** With the referral code that the market's accounts have. */
async function signUp(ledger: Ledger, member: MemberId): Promise<void> {
  const account = { memberId: member, referralCode: 'FRIEND', inviteCode: member };
  const on = { ledger, stream: memberStream(member), decider: accountDecider };
  const command = (name: string) => commandOf(`${name} ${member}`);
  await executeOnStream({ ...on, command: command('sign up'), decide: (state) => register(state, account) });
  await executeOnStream({ ...on, command: command('activate'), decide: activate });
}
