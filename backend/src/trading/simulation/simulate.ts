import { createHash } from 'node:crypto';
import type { LedgerEventType } from '@matgyo/contracts/events/ledger-event';
import type { LedgerRefusalCode } from '@matgyo/contracts/ledger-refusals';
import { AppendCameLate, CompanionRefused, EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { MemoryLog } from '@matgyo/event-store/memory-log';
import { LedgerRefusal } from '@matgyo/ledger/refusal';
import { appendWindowMs, leaseMs } from '../commands/command-times.ts';
import { StreamContended } from '../commands/execute-on-stream.ts';
import { asOneAppend } from '../commands/one-append.ts';
import { RecentStreams } from '../commands/recent-streams.ts';
import { isoOf } from '../commands/timing.ts';
import {
  createTradeProcess,
  driveTrade,
  TradeNotFinished,
  type TradeProcess,
} from '../trades/trade-process.ts';
import type { TradeStepHandlers } from '../trades/trade-step.ts';
import { tradeStepHandlers } from '../trades/trade-step-handlers.ts';
import { type Act, chooseActs } from './acts.ts';
import {
  appendFaults,
  type Fault,
  type FaultPlan,
  faultyLogOf,
  keeping,
  type Network,
} from './faulty-log.ts';
import { Invariants } from './invariants.ts';
import { openMarket, simulatedAccounts, simulatedTerms } from './market.ts';
import { type Chance, chanceOf } from './random.ts';
import { Machine, Scheduler } from './scheduler.ts';
import { must, Violation } from './violation.ts';

export interface SimulationOptions {
  /** The process to be tried; the product's unless stated. */
  readonly stages?: TradeStepHandlers;
  /** False: only what comes of it counts, not that a step was taken before its decision. */
  readonly judgesSteps?: boolean;
  /** What may befall an append; everything unless stated. */
  readonly faultsOfAppends?: readonly Fault[];
  /** Each act is one append that takes its key, as on a log in the same database; otherwise step by step. */
  readonly oneAppend?: boolean;
  /** False: the log takes appends however late they come. */
  readonly refusesLate?: boolean;
  /** Keeps what happened, step by step. */
  readonly traced?: boolean;
}

export interface Simulated {
  readonly seed: number;
  /** The first rule that was broken; undefined: all held. */
  readonly violation: string | undefined;
  /** SHA-256 over the hashes of all events in the order of the log. */
  readonly logHash: string;
  readonly events: number;
  readonly turns: number;
  readonly faults: number;
  readonly trace: readonly string[];
}

const startMs = Date.UTC(2026, 0, 1);
const mostFaults = 12;
/** A run takes a few hundred turns. One that takes this many does not end. */
const mostTurns = 20_000;
const mostRecoveries = 5;

/**
 * Runs one seed: a small market, several clients and process managers at the same few orders, and a log that
 * fails in every way. Then everything fails no more, whoever has crashed is replaced, and all must come to rest.
 * The same seed does the same, to the last hash.
 */
export async function simulate(seed: number, options: SimulationOptions = {}): Promise<Simulated> {
  const world = createWorld(seed, options);
  const { log, scheduler, invariants, faults, trace } = world;
  const timing = { now: () => startMs, random: () => 0, sleep: async () => {} };
  const market = await openMarket({ log, timing }, world.chance);
  const acts = chooseActs(market, world.chance, startMs);
  const begun = new Map<Act, readonly Promise<void>[]>();
  for (const act of acts) begun.set(act, beginAct(world, act, begun));
  for (let manager = 1; manager <= 2; manager += 1) begin(world, manage(world, manager));
  await run(world);
  const used = mostFaults - faults.left;
  faults.left = 0;
  for (let recovery = 0; recovery < mostRecoveries && movingTrades(world).length > 0; recovery += 1) {
    begin(world, driveAll(world, new Machine(`recovery ${recovery}`)));
    await run(world);
  }
  invariants.checkEnd();
  // Once more, now that everything has arrived.
  invariants.check(() => {
    for (const answer of world.answers) checkAnswer(world, answer);
  });
  return {
    seed,
    violation: invariants.violation?.message,
    logHash: hashOf(log),
    events: log.events.length,
    turns: scheduler.taken,
    faults: used,
    trace,
  };
}

interface World extends Network {
  readonly chance: Chance;
  readonly stages: TradeStepHandlers;
  /** What each backend remembers of streams, if acts are one append. */
  readonly backends: readonly RecentStreams[];
  /** How many turns may pass before a client begins. */
  readonly spread: number;
  readonly invariants: Invariants;
  readonly trace: string[];
  readonly answers: Answer[];
}

interface Answer {
  readonly act: Act;
  readonly accepted: boolean;
  /** How many events the log had then. */
  readonly events: number;
}

function createWorld(seed: number, options: SimulationOptions): World {
  const { stages = tradeStepHandlers, judgesSteps = true, refusesLate = true, traced = false } = options;
  const { oneAppend = false } = options;
  const chance = chanceOf(seed);
  const scheduler = new Scheduler(chance, { startMs });
  const invariants = new Invariants({ judgesSteps });
  const trace: string[] = [];
  const { faultsOfAppends: ofAppends = appendFaults } = options;
  const probability = chance.pick([0, 0.03, 0.1, 0.2]);
  const faults: FaultPlan = { chance, probability, ofAppends, left: mostFaults };
  const note = (text: () => string) => {
    if (traced) trace.push(`${String(scheduler.taken).padStart(4)} ${text()}`);
  };
  const log = new MemoryLog(invariants.observe);
  const spread = chance.pick([1, 8, 40]);
  const network = { scheduler, faults, note, log, refusesLate, kept: new Map<string, string>() };
  const backends = oneAppend ? [new RecentStreams(), new RecentStreams()] : [];
  return { ...network, backends, chance, invariants, trace, stages, spread, answers: [] };
}

async function run({ scheduler, invariants }: World): Promise<void> {
  const ended = await scheduler.run(mostTurns, () => invariants.violation !== undefined);
  invariants.check(() => must(ended, 9, `everything ends, but not within ${mostTurns} turns`));
}

/** Starts a task. An unexpected exception is a violation too. */
function begin({ invariants, note }: World, going: Promise<void>): void {
  going.catch((error: unknown) => {
    note(() => String(error));
    invariants.check(() => {
      throw new Violation(`unexpected ${String(error)}`);
    });
  });
}

const processOn = (world: World, machine: Machine): TradeProcess =>
  createTradeProcess({
    log: faultyLogOf(machine, world),
    timing: world.scheduler.timingOf(machine),
    accounts: simulatedAccounts,
    terms: simulatedTerms,
    stages: world.stages,
  });

/** Begins an act's clients; one that follows another act waits until somebody was answered there. */
function beginAct(
  world: World,
  act: Act,
  begun: ReadonlyMap<Act, readonly Promise<void>[]>,
): readonly Promise<void>[] {
  const followed = act.follows === undefined ? undefined : begun.get(act.follows);
  const clients = Array.from({ length: act.clients }, async (_, index) => {
    if (followed !== undefined) await Promise.race(followed);
    await request(world, act, index + 1);
  });
  for (const client of clients) begin(world, client);
  return clients;
}

/**
 * One client tries an act up to three times, as long as it is not told yes or no, under one key. Where what became of it
 * is unknown, its next try is let in at once, but not told no before nothing of the last one can come any more; where the
 * backend has died, it is let in when that one's lease has run out (docs/decisions/event-log.md and commands.md).
 */
async function request(world: World, act: Act, client: number): Promise<void> {
  const { scheduler, chance, note } = world;
  let doubtUntilMs = 0;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const machine = new Machine(`${act.name} (${client}.${attempt})`);
    const turns = chance.below(world.spread);
    for (let turn = 0; turn < turns; turn += 1) await scheduler.turn(machine);
    const begunMs = scheduler.nowMs;
    const hereMs = begunMs + appendWindowMs;
    const command = { ...act.command, until: { inDatabase: isoOf(hereMs), hereMs } };
    const gone = machine.whenCrashed.then(() => 'crashed' as const);
    const trying = answerOf(() =>
      world.backends.length === 0
        ? act.perform(processOn(world, machine), command)
        : performOnce(world, machine, act),
    );
    const answer = await Promise.race([trying, gone]);
    note(() => `${machine.name} is answered: ${answer}`);
    const isNo = !['yes', 'later', 'unknown', 'crashed'].includes(answer);
    const mayStillCome = scheduler.nowMs < doubtUntilMs;
    const leavesDoubt = world.backends.length === 0 && (answer === 'unknown' || answer === 'crashed');
    if (leavesDoubt) doubtUntilMs = begunMs + leaseMs;
    if ((leavesDoubt && answer === 'crashed') || (isNo && mayStillCome))
      await scheduler.turn(new Machine(`${act.name} waits`), doubtUntilMs);
    if (answer !== 'yes' && (!isNo || mayStillCome)) continue;
    const answered = { act, accepted: answer === 'yes', events: world.log.events.length };
    world.answers.push(answered);
    world.invariants.check(() => checkAnswer(world, answered));
    return;
  }
}

/** The act as one append that takes its key; the second gets the answer of the first. */
async function performOnce(world: World, machine: Machine, act: Act): Promise<void> {
  const { commandId } = act.command;
  const { log, stages, ...process } = { ...processOn(world, machine), log: faultyLogOf(machine, world) };
  const keep = async (reply: string) => {
    await world.scheduler.turn(machine);
    const kept = world.kept.get(commandId);
    if (kept === undefined) world.kept.set(commandId, reply);
    return kept ?? reply;
  };
  let reply: string;
  try {
    const { events } = await asOneAppend({
      ledger: { log, timing: process.ledger.timing },
      recent: world.chance.pick(world.backends),
      newStreams: act.newStreams ?? [],
      work: (ledger) => act.perform({ ...process, stages, ledger }, act.command),
      companions: () => [keeping(commandId, 'yes')],
    });
    reply = events.length > 0 ? 'yes' : await keep('yes');
  } catch (error) {
    if (error instanceof CompanionRefused) reply = world.kept.get(commandId) ?? 'yes';
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
      error.cause instanceof AppendCameLate)
  );
};

/**
 * 7: a yes is durable when it is given, a no means that nothing was done and nothing comes any more. Two clients with
 * one command may be told different things, which a key's lease prevents; so a no is held to its word only where there
 * is one client.
 */
function checkAnswer({ log, backends }: World, { act, accepted, events }: Answer): void {
  const isKept = backends.length > 0;
  if (!accepted && act.clients > 1 && !isKept) return;
  const { name, command, means } = act;
  const done = log.events.some(
    ({ type, metadata }) =>
      [means].flat().includes(type as LedgerEventType) && metadata.commandId === command.commandId,
  );
  must(done === accepted, 7, `${name} is answered ${accepted ? 'yes' : 'no'}, ${means}: ${done}`);
  if (accepted) return;
  const later = log.events.slice(events).find(({ metadata }) => metadata.commandId === command.commandId);
  must(later === undefined, 7, `${name} is answered no, and then comes ${later?.type}`);
}

/** A process manager of one backend: looks for trades that are under way, and drives them. */
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
    const driver = { actorId: 'process-manager', actorRole: 'system' } as const;
    const answer = await answerOf(() => driveTrade(process, driver, tradeId));
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
