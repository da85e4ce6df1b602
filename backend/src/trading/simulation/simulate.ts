import { createHash } from 'node:crypto';
import type { LedgerEventType } from '@matgyo/contracts/events/ledger-event';
import type { LedgerRefusalCode } from '@matgyo/contracts/ledger-refusals';
import type { EventLog } from '@matgyo/event-store/event-log';
import {
  AppendExpired,
  EventLogUnavailable,
  SqlStatementRefused,
} from '@matgyo/event-store/event-log-errors';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { commandLogOn } from '../../platform/commands/command-log.ts';
import { appendWindowMs, leaseMs } from '../../platform/commands/command-times.ts';
import { asOneAppend } from '../../platform/commands/one-append.ts';
import { RecentStreams } from '../../platform/commands/recent-streams.ts';
import { StreamContended } from '../../platform/commands/stream-queue.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import { processStepHandlers } from '../trades/process-step-handlers.ts';
import {
  createTradeProcess,
  driveTrade,
  type ProcessStepHandlers,
  TradeNotFinished,
  type TradeProcess,
} from '../trades/trade-process.ts';
import { type Action, chooseActions } from './actions.ts';
import {
  appendFaults,
  type Fault,
  type FaultPlan,
  faultyLogOf,
  keeping,
  type Network,
} from './faulty-log.ts';
import { Invariants, must, Violation } from './invariants.ts';
import { openMarket, simulatedAccounts, simulatedSettings } from './market.ts';
import { type Chance, chanceOf } from './random.ts';
import { Machine, Scheduler } from './scheduler.ts';

export interface SimulationOptions {
  /** The step handlers under test; the product's by default. */
  readonly stepHandlers?: ProcessStepHandlers;
  /** False: checks only results, not that each step was decided before. */
  readonly judgesSteps?: boolean;
  /** Possible faults of an append; all by default. */
  readonly faultsOfAppends?: readonly Fault[];
  /** Whether each action is one append that takes its key, as on a log in the same database; otherwise step by step. */
  readonly oneAppend?: boolean;
  /** False: the log accepts late appends. */
  readonly refusesLate?: boolean;
  readonly traced?: boolean;
}

const startMs = Date.UTC(2026, 0, 1);
const faultsMax = 12;
/** A run takes a few hundred turns; more than this never ends. */
const turnsMax = 20_000;
const recoveriesMax = 5;

/**
 * Runs one seed: a small market with several clients and process managers on the same few orders, and a faulty log.
 * Then faults stop, crashed machines are replaced, and all trades must come to rest. Runs of one seed are identical.
 */
export async function simulate(seed: number, options: SimulationOptions = {}) {
  const world = createWorld(seed, options);
  const { log, scheduler, invariants, faults, trace } = world;
  const timing = { now: () => startMs, elapsed: () => startMs, random: () => 0, sleep: async () => {} };
  const market = await openMarket({ log, timing }, world.chance);
  const actions = chooseActions(market, world.chance, startMs);
  const begun = new Map<Action, readonly Promise<void>[]>();
  for (const action of actions) begun.set(action, startAction(world, action, begun));
  for (let manager = 1; manager <= 2; manager += 1) begin(world, manage(world, manager));
  await run(world);
  const used = faultsMax - faults.left;
  faults.left = 0;
  for (let recovery = 0; recovery < recoveriesMax && movingTrades(world).length > 0; recovery += 1) {
    begin(world, driveAll(world, new Machine(`recovery ${recovery}`)));
    await run(world);
  }
  invariants.checkEnd();
  // Again, now that all late events have arrived.
  invariants.check(() => {
    for (const answer of world.answers) checkAnswer(world, answer);
  });
  return {
    seed,
    /** The first violation; undefined: none. */
    violation: invariants.violation?.message,
    /** SHA-256 over the hashes of all events in log order. */
    logHash: hashOf(log),
    types: log.events.map(({ type }) => type),
    turns: scheduler.taken,
    faults: used,
    trace: trace as readonly string[],
  };
}

interface World extends Network {
  readonly chance: Chance;
  readonly stepHandlers: ProcessStepHandlers;
  /** The remembered streams of each backend, if actions are one append. */
  readonly backends: readonly RecentStreams[];
  /** Turns before a client starts, at most. */
  readonly spread: number;
  readonly invariants: Invariants;
  readonly trace: string[];
  readonly answers: Answer[];
}

interface Answer {
  readonly action: Action;
  readonly accepted: boolean;
  /** Number of events in the log at that time. */
  readonly events: number;
}

function createWorld(seed: number, options: SimulationOptions): World {
  const { stepHandlers = processStepHandlers, judgesSteps = true, refusesLate = true } = options;
  const chance = chanceOf(seed);
  const scheduler = new Scheduler(chance, { startMs });
  const invariants = new Invariants({ judgesSteps });
  const trace: string[] = [];
  const { faultsOfAppends: ofAppends = appendFaults } = options;
  const probability = chance.pick([0, 0.03, 0.1, 0.2]);
  const faults: FaultPlan = { chance, probability, ofAppends, left: faultsMax };
  const note = (text: () => string) => {
    if (options.traced === true) trace.push(`${String(scheduler.taken).padStart(4)} ${text()}`);
  };
  const log = new MemoryLog(invariants.observe);
  const spread = chance.pick([1, 8, 40]);
  const network = { scheduler, faults, note, log, refusesLate, replies: new Map<string, string>(), ends: [] };
  const backends = options.oneAppend === true ? [new RecentStreams(), new RecentStreams()] : [];
  return { ...network, backends, chance, invariants, trace, stepHandlers, spread, answers: [] };
}

async function run({ scheduler, invariants }: World): Promise<void> {
  const ended = await scheduler.run(turnsMax, () => invariants.violation !== undefined);
  invariants.check(() => must(ended, 9, `everything ends, but not within ${turnsMax} turns`));
}

/** Starts a task. An unexpected exception is a violation. */
function begin({ invariants, note }: World, going: Promise<void>): void {
  going.catch((error: unknown) => {
    note(() => String(error));
    invariants.check(() => {
      throw new Violation(`unexpected ${String(error)}`);
    });
  });
}

const processOn = (world: World, machine: Machine) =>
  createTradeProcess({
    log: faultyLogOf(machine, world),
    timing: world.scheduler.timingOf(machine),
    accounts: simulatedAccounts,
    settings: simulatedSettings,
    stepHandlers: world.stepHandlers,
  });

/** The process as a command runs it that is no single append. */
const asCommand = ({ ledger, ...process }: TradeProcess<EventLog>): TradeProcess => ({
  ...process,
  ledger: { ...ledger, log: commandLogOn(ledger.log) },
});

/** Starts an action's clients; those of a following action wait for the first reply to the one before. */
function startAction(
  world: World,
  action: Action,
  begun: ReadonlyMap<Action, readonly Promise<void>[]>,
): readonly Promise<void>[] {
  const followed = action.follows === undefined ? undefined : begun.get(action.follows);
  const clients = Array.from({ length: action.clients }, async (_, index) => {
    if (followed !== undefined) await Promise.race(followed);
    await request(world, action, index + 1);
  });
  for (const client of clients) begin(world, client);
  return clients;
}

/**
 * One client sends an action up to three times with one key until it gets a final reply. After an unknown outcome it
 * retries at once, but accepts no refusal while an earlier append may still arrive; after a crash it waits for the
 * lease to expire (docs/decisions/event-log.md and commands.md).
 */
async function request(world: World, action: Action, client: number): Promise<void> {
  const { scheduler, chance, note } = world;
  let doubtUntilMs = 0;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const machine = new Machine(`${action.name} (${client}.${attempt})`);
    const turns = chance.below(world.spread);
    for (let turn = 0; turn < turns; turn += 1) await scheduler.turn(machine);
    const begunMs = scheduler.nowMs;
    const hereMs = begunMs + appendWindowMs;
    const command = { ...action.command, until: { inDatabase: isoOf(hereMs), hereMs } };
    const gone = machine.whenCrashed.then(() => 'crashed' as const);
    const trying = answerOf(() =>
      world.backends.length === 0
        ? action.perform(asCommand(processOn(world, machine)), command)
        : performOnce(world, machine, action),
    );
    const answer = await Promise.race([trying, gone]);
    note(() => `${machine.name} is answered: ${answer}`);
    const isNo = !['yes', 'later', 'unknown', 'crashed'].includes(answer);
    const mayStillCome = scheduler.nowMs < doubtUntilMs;
    const leavesDoubt = world.backends.length === 0 && (answer === 'unknown' || answer === 'crashed');
    if (leavesDoubt) doubtUntilMs = begunMs + leaseMs;
    if ((leavesDoubt && answer === 'crashed') || (isNo && mayStillCome))
      await scheduler.turn(new Machine(`${action.name} waits`), doubtUntilMs);
    if (answer !== 'yes' && (!isNo || mayStillCome)) continue;
    const answered = { action, accepted: answer === 'yes', events: world.log.events.length };
    world.answers.push(answered);
    world.invariants.check(() => checkAnswer(world, answered));
    return;
  }
}

/** The action as one append that takes its key; a repeat gets the first reply. */
async function performOnce(world: World, machine: Machine, action: Action): Promise<void> {
  const { commandId } = action.command;
  const process = processOn(world, machine);
  const keep = async (reply: string) => {
    await world.scheduler.turn(machine);
    const storedReply = world.replies.get(commandId);
    if (storedReply === undefined) world.replies.set(commandId, reply);
    return storedReply ?? reply;
  };
  let reply: string;
  try {
    const { events } = await asOneAppend({
      ledger: process.ledger,
      recent: world.chance.pick(world.backends),
      newStreams: action.newStreams ?? [],
      work: (ledger) => action.perform({ ...process, ledger }, action.command),
      sqlStatements: () => [keeping(commandId, 'yes')],
    });
    reply = events.length > 0 ? 'yes' : await keep('yes');
  } catch (error) {
    if (error instanceof SqlStatementRefused) reply = world.replies.get(commandId) ?? 'yes';
    else if (error instanceof LedgerRefusal) reply = await keep(error.code);
    else throw error;
  }
  if (reply !== 'yes') throw new LedgerRefusal(reply as LedgerRefusalCode, {});
}

async function answerOf(perform: () => Promise<unknown>): Promise<string> {
  try {
    await perform();
    return 'yes';
  } catch (error) {
    if (error instanceof LedgerRefusal) return error.code;
    if (isTemporary(error)) return isUnknown(error) ? 'unknown' : 'later';
    throw error;
  }
}

const isUnknown = (error: unknown): boolean =>
  error instanceof EventLogUnavailable && error.outcome === 'unknown';

const isTemporary = (error: unknown): boolean => {
  const foreseen =
    error instanceof TradeNotFinished ||
    error instanceof EventLogUnavailable ||
    error instanceof StreamContended;
  return (
    foreseen &&
    (error.cause === undefined ||
      isTemporary(error.cause) ||
      error.cause instanceof LedgerRefusal ||
      error.cause instanceof AppendExpired)
  );
};

/**
 * 7: an acceptance is durable when given, and a refusal means that nothing was or will be written. Two clients of one
 * command may get different replies, which leases prevent in the product; so refusals are checked only with one
 * client.
 */
function checkAnswer({ log, backends }: World, { action, accepted, events }: Answer): void {
  const isStored = backends.length > 0;
  if (!accepted && action.clients > 1 && !isStored) return;
  const { name, command, means } = action;
  const done = log.events.some(
    ({ type, metadata }) =>
      [means].flat().includes(type as LedgerEventType) && metadata.commandId === command.commandId,
  );
  must(done === accepted, 7, `${name} is answered ${accepted ? 'yes' : 'no'}, ${means}: ${done}`);
  if (accepted) return;
  const later = log.events.slice(events).find(({ metadata }) => metadata.commandId === command.commandId);
  must(later === undefined, 7, `${name} is answered no, and then comes ${later?.type}`);
}

/** A backend's process manager: drives trades that are not at rest. */
async function manage(world: World, number: number): Promise<void> {
  const machine = new Machine(`manager ${number}`);
  const { sleep } = world.scheduler.timingOf(machine);
  for (let round = 0; round < 6; round += 1) {
    await sleep(200 + world.chance.below(6_000));
    await driveAll(world, machine);
  }
}

async function driveAll(world: World, machine: Machine): Promise<void> {
  const process = processOn(world, machine);
  for (const tradeId of movingTrades(world)) {
    const actor = { actorId: 'process-manager', actorRole: 'system' } as const;
    const answer = await answerOf(() => driveTrade(process, actor, tradeId));
    world.note(() => `${machine.name} drove trade ${tradeId}: ${answer}`);
  }
}

function movingTrades({ invariants }: World) {
  return Array.from(invariants.oracle.underWay(), ({ tradeId }) => tradeId);
}

function hashOf(log: MemoryLog): string {
  const hash = createHash('sha256');
  for (const { metadata } of log.events) hash.update(metadata.hash);
  return hash.digest('hex');
}
