import type { EventLog } from '@matgyo/event-store/event-log';
import { EventLogUnavailable, WrongExpectedRevision } from '@matgyo/event-store/event-log-errors';
import { sealedTables } from '@matgyo/projections/proofs/sealed-rows';
import type { Middleware } from 'koa';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { Passwords } from '../../identity/passwords/passwords.ts';
import type { RequestState } from '../../platform/http/request-log.ts';
import type { SmsSender } from '../../platform/sms/sms-sender.ts';

/** Runs work and measures its duration, its outcome, and how much of it is in flight or waiting. */
type Measure = <T>(work: () => Promise<T>) => Promise<T>;

type Outcome = 'done' | 'failed' | 'conflict' | 'unavailable';

interface Measured {
  /** `<name>_duration_seconds{outcome}` and `<name>_in_flight`. */
  readonly name: string;
  /** What is measured, for the help texts: "appends to the event log". */
  readonly what: string;
  /** Those that it can have; 'done' and 'failed' by default. */
  readonly outcomes?: readonly Outcome[];
  /** The outcome of a failure; 'failed' by default. */
  readonly outcomeOf?: (error: unknown) => Outcome;
}

/** Series that are alerted on begin at zero: Prometheus sees no growth in one that begins with its first failure. */
const statusesAlertedOn = [429, 499, 500, 503];

/** From the duration on a fast disk to one at which callers have given up. */
const secondsBuckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

function createMeasure(
  registry: Registry,
  { name, what, outcomes = ['done', 'failed'], outcomeOf = () => 'failed' }: Measured,
): Measure {
  const registers = [registry];
  const duration = new Histogram({
    name: `${name}_duration_seconds`,
    help: `Seconds taken by ${what}, waiting included, by outcome`,
    labelNames: ['outcome'],
    buckets: secondsBuckets,
    registers,
  });
  for (const outcome of outcomes) duration.zero({ outcome });
  const inFlight = new Gauge({
    name: `${name}_in_flight`,
    help: `How many ${what} wait or are under way`,
    registers,
  });
  return async (work) => {
    const stop = duration.startTimer();
    inFlight.inc();
    try {
      const result = await work();
      stop({ outcome: 'done' });
      return result;
    } catch (error) {
      stop({ outcome: outcomeOf(error) });
      throw error;
    } finally {
      inFlight.dec();
    }
  };
}

export function measuredLog(log: EventLog, registry: Registry): EventLog {
  const measure = createMeasure(registry, {
    name: 'event_log_append',
    what: 'appends to the event log',
    outcomes: ['done', 'failed', 'conflict', 'unavailable'],
    outcomeOf: (error) => {
      if (error instanceof WrongExpectedRevision) return 'conflict';
      return error instanceof EventLogUnavailable ? 'unavailable' : 'failed';
    },
  });
  return {
    append: (stream, expected, events, options) =>
      measure(() => log.append(stream, expected, events, options)),
    appendTogether: (appends, options) => measure(() => log.appendTogether(appends, options)),
    appendScope: log.appendScope,
    withheld: () => log.withheld(),
    readStream: (stream, options) => log.readStream(stream, options),
    readAll: (options) => log.readAll(options),
    subscribeAll: (options) => log.subscribeAll(options),
    positionOf: (eventId) => log.positionOf(eventId),
    headsUpTo: (position) => log.headsUpTo(position),
    lastEvent: () => log.lastEvent(),
    close: () => log.close(),
  };
}

/** Passwords are hashed two at a time; further calls in flight wait. */
export function measuredPasswords(passwords: Passwords, registry: Registry): Passwords {
  const measure = createMeasure(registry, { name: 'password_hash', what: 'password hashes (argon2)' });
  return {
    hash: (...args) => measure(() => passwords.hash(...args)),
    verify: (...args) => measure(() => passwords.verify(...args)),
    isCurrent: (hash) => passwords.isCurrent(hash),
  };
}

export function measuredSms(sms: SmsSender, registry: Registry): SmsSender {
  const measure = createMeasure(registry, { name: 'sms_send', what: 'text messages handed to the provider' });
  return { send: (message) => measure(() => sms.send(message)) };
}

/** Counts rows that were changed beside the program and therefore not used (`RowCheck`). */
export function countRefusedRows(registry: Registry): (table: string) => void {
  const rows = new Counter({
    name: 'changed_rows_refused_total',
    help: 'Uses of rows that were refused because the rows had been changed beside the program, by table',
    labelNames: ['table'],
    registers: [registry],
  });
  for (const table of [...Object.keys(sealedTables), 'read_accounts.accounts']) rows.inc({ table }, 0);
  return (table) => rows.inc({ table });
}

/**
 * Counts and times every request by its route's template, never by its path: a path may hold a nickname, and random
 * paths would create unbounded series. Unknown routes are 'none'.
 */
export function watchRequests(registry: Registry): Middleware<RequestState> {
  const duration = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Seconds from a request’s headers to its answer, by method, route and status',
    labelNames: ['method', 'route', 'status'],
    buckets: secondsBuckets,
    registers: [registry],
  });
  for (const status of statusesAlertedOn) duration.zero({ method: 'GET', route: 'none', status });
  const inFlight = new Gauge({
    name: 'http_requests_in_flight',
    help: 'Requests being answered',
    registers: [registry],
  });
  return async (ctx, next) => {
    const stop = duration.startTimer();
    inFlight.inc();
    try {
      await next();
    } finally {
      inFlight.dec();
      stop({ method: ctx.method, route: ctx.state.route ?? 'none', status: ctx.status });
    }
  };
}
