import type { EventLog, Position } from '@matgyo/event-store/event-log';
import { logStart } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import { trimChanges } from '../changes.ts';
import { readCheckpoint } from '../checkpoint.ts';
import { LoggedEvent } from '../logged-event.ts';
import type { ReadModel } from '../read-model.ts';
import { rebuild } from '../replay/rebuild.ts';
import type { ReadModelName } from '../tables.ts';
import { Leadership } from './leadership.ts';
import type { ProjectionLogger } from './projection-logger.ts';
import { Projector } from './projector.ts';
import { WakeUpSender } from './wake-up-sender.ts';

export interface RoundContext {
  readonly log: EventLog;
  readonly pool: pg.Pool;
  readonly connection: pg.ClientConfig;
  readonly signal: AbortSignal;
  readonly logger: ProjectionLogger;
  readonly readModels: readonly ReadModel[];
}

/** How often it is tried to lead what somebody else leads, and seen whether a halted one was rebuilt. */
const regroupEveryMs = 5_000;
const trimEveryMs = 60_000;
const batchSize = 500;

/**
 * Leads what nobody else leads, until the leadership's connection is lost, something fails, or everything ends.
 * One subscription feeds all; a read model that stands further ahead passes over what it has.
 */
export async function leadRound(context: RoundContext, progressed: () => void): Promise<void> {
  const leadership = await Leadership.open(context.connection);
  const trimming = setInterval(() => void trimChanges(context.pool).catch(() => {}), trimEveryMs);
  try {
    const ending = AbortSignal.any([context.signal, leadership.lost]);
    const led = new Set<ReadModelName>();
    await leadMore(context, leadership, led);
    while (!ending.aborted) {
      const projectors = await openProjectors(context, led);
      progressed();
      await untilRegrouped(context, { leadership, led, projectors, ending });
    }
  } finally {
    clearInterval(trimming);
    await leadership.close();
  }
}

/** Tries to lead what is not led yet. Answers whether anything was gained. */
async function leadMore(
  { readModels, logger }: RoundContext,
  leadership: Leadership,
  led: Set<ReadModelName>,
): Promise<boolean> {
  const others = readModels.map(({ name }) => name).filter((name) => !led.has(name));
  if (others.length === 0) return false;
  const gained = await leadership.tryToLead(others);
  for (const name of gained) led.add(name);
  if (gained.length > 0) logger.info({ projections: gained }, 'leading projections');
  return gained.length > 0;
}

/** What can go on: led, written by this version (rebuilt if by an older one), and not halted. */
async function openProjectors(
  context: RoundContext,
  led: ReadonlySet<ReadModelName>,
): Promise<readonly Projector[]> {
  const { pool, log, logger, signal } = context;
  const open: Projector[] = [];
  for (const model of context.readModels.filter(({ name }) => led.has(name))) {
    const projector = new Projector({ model, pool, announce: true, logger });
    let checkpoint = await projector.open();
    if (checkpoint !== undefined && checkpoint.version < model.version) {
      logger.info({ projection: model.name }, 'rebuilding a projection of an older version');
      await rebuild({ log, pool, model, logger, signal });
      checkpoint = await projector.open();
    }
    if (checkpoint?.version === model.version) open.push(projector);
    else logger.error({ projection: model.name }, 'tables of another version: not followed');
  }
  return open;
}

interface Group {
  readonly leadership: Leadership;
  readonly led: Set<ReadModelName>;
  readonly projectors: readonly Projector[];
  readonly ending: AbortSignal;
}

/** Feeds the group until it can be a larger one, or everything ends. Throws what a projector throws. */
async function untilRegrouped(context: RoundContext, group: Group): Promise<void> {
  const regroup = new AbortController();
  const halted = new Set<Projector>();
  const grow = async () => {
    if ((await leadMore(context, group.leadership, group.led)) || (await anyReplaced(context, halted)))
      regroup.abort();
  };
  const timer = setInterval(() => void grow().catch(() => {}), regroupEveryMs);
  try {
    await follow(context, group.projectors, halted, AbortSignal.any([group.ending, regroup.signal]));
  } finally {
    clearInterval(timer);
  }
}

/** Whether a build that halted has been replaced by a rebuilt one. */
async function anyReplaced({ pool }: RoundContext, halted: ReadonlySet<Projector>): Promise<boolean> {
  for (const { schema, checkpoint } of halted) {
    const stored = await readCheckpoint(pool, schema);
    if (stored?.build !== checkpoint.build) return true;
  }
  return false;
}

async function follow(
  { log, pool }: RoundContext,
  projectors: readonly Projector[],
  halted: Set<Projector>,
  signal: AbortSignal,
): Promise<void> {
  if (projectors.length === 0) return once(signal);
  const wakeUps = new WakeUpSender(pool);
  for await (const { events } of log.subscribeAll({ after: earliest(projectors), signal, batchSize })) {
    const logged = events.map((event) => new LoggedEvent(event));
    await Promise.all(
      projectors.map(async (projector) => {
        if (halted.has(projector)) return;
        if ((await projector.handle(logged)) === 'halted') halted.add(projector);
      }),
    );
    wakeUps.wake();
  }
}

/** Where the last of them stands. */
const earliest = (projectors: readonly Projector[]): Position =>
  projectors.reduce<Position>(
    (least, { position }) => (position < least ? position : least),
    projectors[0]?.position ?? logStart,
  );

const once = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
