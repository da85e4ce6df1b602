import type {
  AppendResult,
  AppendTogetherOptions,
  EventLog,
  ReadStreamOptions,
  RecordedEvent,
  SqlStatement,
  StreamAppend,
} from '@matgyo/event-store/event-log';
import {
  AppendExpired,
  EventLogUnavailable,
  SqlStatementRefused,
  WrongExpectedRevision,
} from '@matgyo/event-store/event-log-errors';
import type { MemoryLog } from '@matgyo/event-store/memory-log';
import type { Chance } from './random.ts';
import { Machine, type Scheduler } from './scheduler.ts';

/**
 * Faults of a log call:
 *
 * - `crash before`, `crash after`: the machine crashes without or with the effect.
 * - `unavailable`: nothing happens, and the caller knows.
 * - `lost request`, `lost reply`: nothing or everything happens, and the caller does not know.
 * - `late`: happens later, perhaps when no caller expects it any more.
 * - `crash late`: the machine crashes, and the call still happens later.
 * - `duplicate`: happens, and is repeated later.
 * - `conflict`: the log reports a false conflict.
 * - `stall`: seconds pass for all tasks.
 */
const readFaults = ['crash before', 'unavailable', 'stall'] as const;
export const appendFaults = [
  ...readFaults,
  'crash after',
  'lost request',
  'lost reply',
  'late',
  'crash late',
  'duplicate',
  'conflict',
] as const;
export type Fault = (typeof appendFaults)[number];

/** How often faults happen, and how many remain. */
export interface FaultPlan {
  readonly chance: Chance;
  readonly probability: number;
  readonly ofAppends: readonly Fault[];
  /** Remaining faults; 0: no more faults. */
  left: number;
}

export interface Network {
  readonly log: MemoryLog;
  readonly scheduler: Scheduler;
  readonly faults: FaultPlan;
  /** Stored replies of commands, by the append that took the key or by a refusal, in one transaction each. */
  readonly replies: Map<string, string>;
  /** How many events the log had after each append. */
  readonly ends: number[];
  /** Whether the log refuses late appends, as its scope states. */
  readonly refusesLate: boolean;
  /** Adds a line to the trace of a failing seed. */
  readonly note: (text: () => string) => void;
}

/** Requests in the network, which no crash affects. */
const wire = new Machine('wire');
const stallMs = 6_000;
/** Longer than any lease. */
const delayMsMax = 300_000;

/** The log as one machine sees it: every call waits for a turn, may fail, and waits for another turn to return. */
export function faultyLogOf(machine: Machine, network: Network): EventLog {
  const { log, scheduler } = network;
  const unused = () => Promise.reject(new Error('the simulated processes do not call this'));
  const shown: Shown = { own: 0, since: new WeakMap() };
  return {
    appendScope: 'transaction',
    readStream: (stream, options) => readStream(machine, network, shown, stream, options),
    append: async (stream, expected, events, options) => {
      const [result] = await append({
        network,
        machine,
        appends: [{ stream, expected, events }],
        ...options,
      });
      shown.own = Math.max(shown.own, log.countUpTo((result as AppendResult).position));
      return result as AppendResult;
    },
    appendTogether: (appends, options) => append({ network, machine, appends, ...options }),
    withheld: unused,
    readAll: unused,
    subscribeAll: (options) => log.subscribeAll(options),
    positionOf: unused,
    headsUpTo: () => {
      throw new Error('the simulated processes do not call this');
    },
    lastEvent: unused,
    close: () => scheduler.turn(machine),
  };
}

/** What a machine has been shown, as numbers of events of the log: what it appended, and what reads with a `since` did. */
interface Shown {
  own: number;
  readonly since: WeakMap<object, number>;
}

async function readStream(
  machine: Machine,
  network: Network,
  shown: Shown,
  stream: string,
  options: ReadStreamOptions,
): Promise<readonly RecordedEvent[]> {
  const { log, scheduler, note } = network;
  await scheduler.turn(machine);
  const fault = nextFault(network, readFaults);
  note(() => `${machine.name} reads ${stream}${fault === undefined ? '' : `: ${fault}`}`);
  if (fault === 'crash before') return crash(machine);
  if (fault === 'unavailable') throw new EventLogUnavailable('none');
  if (fault === 'stall') scheduler.stall(stallMs);
  const events = log.readStreamAsOf(shownNow(network, shown, options), stream, options);
  await scheduler.turn(machine);
  return events;
}

/** How much of the log a read shows: with `since`, any part that its promise permits. */
function shownNow({ log, faults, ends }: Network, shown: Shown, { since }: ReadStreamOptions): number {
  const now = log.events.length;
  const least = Math.max(shown.own, (since && shown.since.get(since)) ?? now);
  const possible = ends.filter((end) => end >= least);
  const count = least === now ? now : faults.chance.pick(possible);
  if (since !== undefined) shown.since.set(since, count);
  return count;
}

/** Stores a command's reply: the only statement the simulated database supports. */
export const keeping = (commandId: string, reply: string): SqlStatement => ({
  text: 'keep',
  values: [commandId, reply],
});

async function append(request: Request): Promise<readonly AppendResult[]> {
  const { machine, network, appends } = request;
  const { scheduler, note } = network;
  await scheduler.turn(machine);
  const fault = nextFault(network, network.faults.ofAppends);
  const what = () =>
    appends
      .map(({ stream, events }) => `${events.map(({ type }) => type).join(', ')} to ${stream}`)
      .join(', ');
  const outcome = carryOut(request, fault);
  note(() => `${machine.name} appends ${what()}: ${[fault, nameOf(outcome)].filter(Boolean).join(', ')}`);
  if (fault === 'crash before' || fault === 'crash after' || fault === 'crash late') return crash(machine);
  if (fault === 'stall') scheduler.stall(stallMs);
  await scheduler.turn(machine);
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

interface Request extends AppendTogetherOptions {
  readonly network: Network;
  readonly machine: Machine;
  readonly appends: readonly StreamAppend[];
}

type Outcome = readonly AppendResult[] | Error;

function carryOut(request: Request, fault: Fault | undefined): Outcome {
  switch (fault) {
    case undefined:
    case 'stall':
    case 'crash after':
      return reach(request);
    case 'crash before':
    case 'unavailable':
      return new EventLogUnavailable('none');
    case 'lost request':
      return new EventLogUnavailable('unknown');
    case 'lost reply':
      reach(request);
      return new EventLogUnavailable('unknown');
    case 'late':
    case 'crash late':
      reachLater(request);
      return new EventLogUnavailable('unknown');
    case 'duplicate':
      reachLater(request);
      return reach(request);
    case 'conflict':
      return new WrongExpectedRevision(request.appends[0]?.stream ?? '', undefined);
    default:
      return fault satisfies never;
  }
}

function reach({ network, appends, unchanged = [], sqlStatements = [], validUntil }: Request): Outcome {
  const [first] = appends;
  const isThere = network.log.streamNow(first?.stream ?? '').some(({ id }) => id === first?.events[0]?.id);
  const isOver = validUntil !== undefined && Date.parse(validUntil) <= network.scheduler.nowMs;
  if (isOver && !isThere && network.refusesLate)
    return new EventLogUnavailable('none', { cause: new AppendExpired() });
  const rows = sqlStatements.map(({ values }) => values as [string, string]);
  if (!isThere && rows.some(([commandId]) => network.replies.has(commandId)))
    return new SqlStatementRefused(0);
  try {
    const results = network.log.appendTogetherNow(appends, { unchanged });
    network.ends.push(network.log.events.length);
    if (!isThere) for (const [commandId, reply] of rows) network.replies.set(commandId, reply);
    return results;
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return error;
    throw error;
  }
}

function reachLater(request: Request): void {
  const { scheduler, faults, note } = request.network;
  const delayMs = faults.chance.happens(0.5) ? 0 : faults.chance.below(delayMsMax);
  void scheduler.turn(wire, scheduler.nowMs + delayMs).then(() => {
    const outcome = reach(request);
    note(() => `late, to ${request.appends.map(({ stream }) => stream).join(', ')}: ${nameOf(outcome)}`);
  });
}

const nameOf = (outcome: Outcome): string => (outcome instanceof Error ? outcome.name : 'done');

function nextFault<Kind extends Fault>({ faults }: Network, kinds: readonly Kind[]): Kind | undefined {
  if (faults.left === 0 || !faults.chance.happens(faults.probability)) return undefined;
  faults.left -= 1;
  return faults.chance.pick(kinds);
}

/** A crashed machine never gets a reply. */
function crash(machine: Machine): Promise<never> {
  machine.crash();
  return new Promise(() => {});
}
