import type {
  AppendResult,
  EventLog,
  ExpectedHead,
  NewEvent,
  ReadStreamOptions,
  RecordedEvent,
} from '@matgyo/event-store/event-log';
import { EventLogUnavailable, WrongExpectedRevision } from '@matgyo/event-store/event-log-errors';
import type { MemoryLog } from '@matgyo/event-store/memory-log';
import type { Chance } from './random.ts';
import { Machine, type Scheduler } from './scheduler.ts';

/**
 * What can befall one call of the log:
 *
 * - `crash before`, `crash after`: the machine dies, without or with the effect.
 * - `unavailable`: nothing happened, and the caller knows.
 * - `lost request`, `lost reply`: the caller does not know; nothing or everything happened.
 * - `late`: the caller does not know, and it happens later on.
 * - `duplicate`: it happens, and is tried once more later on.
 * - `conflict`: the log says that somebody was faster, although nobody was.
 * - `stall`: seconds pass for everybody.
 */
const readFaults = ['crash before', 'unavailable', 'stall'] as const;
const appendFaults = [
  ...readFaults,
  'crash after',
  'lost request',
  'lost reply',
  'late',
  'duplicate',
  'conflict',
] as const;
export type Fault = (typeof appendFaults)[number];

/** How often things go wrong, and when that ends. */
export interface FaultPlan {
  readonly chance: Chance;
  readonly probability: number;
  /** Faults that may still come; 0: from now on nothing fails. */
  left: number;
}

export interface Network {
  readonly log: MemoryLog;
  readonly scheduler: Scheduler;
  readonly faults: FaultPlan;
  /** Says what happens, for the trace of a failing seed. */
  readonly note: (text: () => string) => void;
}

/** What crashes no machine and belongs to none: requests under way in the network. */
const wire = new Machine('wire');
const stallMs = 6_000;

/** The log as one machine sees it: every call takes a turn, may fail, and takes another turn to answer. */
export function faultyLogOf(machine: Machine, network: Network): EventLog {
  const { log, scheduler } = network;
  const unused = () => Promise.reject(new Error('the simulated processes do not call this'));
  return {
    readStream: (stream, options) => readStream(machine, network, stream, options),
    append: (stream, expected, events) => append(machine, network, stream, expected, events),
    readAll: unused,
    subscribeAll: (options) => log.subscribeAll(options),
    positionOf: unused,
    lastEvent: unused,
    close: () => scheduler.turn(machine),
  };
}

async function readStream(
  machine: Machine,
  network: Network,
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
  const events = await log.readStream(stream, options);
  await scheduler.turn(machine);
  return events;
}

async function append(
  machine: Machine,
  network: Network,
  stream: string,
  expected: ExpectedHead,
  events: readonly NewEvent[],
): Promise<AppendResult> {
  const { scheduler, note } = network;
  await scheduler.turn(machine);
  const fault = nextFault(network, appendFaults);
  const what = () => `${events.map(({ type }) => type).join(', ')} to ${stream}`;
  const request: Request = { network, machine, stream, expected, events };
  const outcome = carryOut(request, fault);
  note(() => `${machine.name} appends ${what()}: ${[fault, nameOf(outcome)].filter(Boolean).join(', ')}`);
  if (fault === 'crash before' || fault === 'crash after') return crash(machine);
  if (fault === 'stall') scheduler.stall(stallMs);
  await scheduler.turn(machine);
  if (outcome instanceof Error) throw outcome;
  return outcome;
}

interface Request {
  readonly network: Network;
  readonly machine: Machine;
  readonly stream: string;
  readonly expected: ExpectedHead;
  readonly events: readonly NewEvent[];
}

function carryOut(request: Request, fault: Fault | undefined): AppendResult | Error {
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
      reachLater(request);
      return new EventLogUnavailable('unknown');
    case 'duplicate':
      reachLater(request);
      return reach(request);
    case 'conflict':
      return new WrongExpectedRevision(request.stream, undefined);
    default:
      return fault satisfies never;
  }
}

function reach({ network, stream, expected, events }: Request): AppendResult | Error {
  try {
    return network.log.appendNow(stream, expected, events);
  } catch (error) {
    if (error instanceof WrongExpectedRevision) return error;
    throw error;
  }
}

function reachLater(request: Request): void {
  const { scheduler, note } = request.network;
  const arrival = scheduler.turn(wire).then(() => {
    const outcome = reach(request);
    note(() => `late, to ${request.stream}: ${nameOf(outcome)}`);
  });
  request.machine.underWay.push(arrival);
}

const nameOf = (outcome: AppendResult | Error): string => (outcome instanceof Error ? outcome.name : 'done');

function nextFault<Kind extends Fault>({ faults }: Network, kinds: readonly Kind[]): Kind | undefined {
  if (faults.left === 0 || !faults.chance.happens(faults.probability)) return undefined;
  faults.left -= 1;
  return faults.chance.pick(kinds);
}

/** The machine is gone: whoever waits for it waits for ever. */
function crash(machine: Machine): Promise<never> {
  machine.crash();
  return new Promise(() => {});
}
