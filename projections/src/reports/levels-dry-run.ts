import { createHash } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { kstDay } from '@matgyo/contracts/kst';
import type { Level } from '@matgyo/contracts/levels';
import { compareMoney, type Krw, KrwSum } from '@matgyo/contracts/money';
import { logStart, type Position } from '@matgyo/event-store/event-log';
import { DryRunLevels, type DryRunPlacement } from '@matgyo/ledger/levels/dry-run-levels';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';
import { scannedPages } from '../log-pages.ts';
import { LoggedEvent } from '../logged-event.ts';
import { countEvents } from '../read-models/moments/moments.ts';
import { type AsOfPoint, type AsOfSources, asOfPointOf } from './as-of-point.ts';
import { coveredBy, type TwoAsOfPoints } from './as-of-points-between.ts';
import type { DryRunProgress } from './fees-dry-run.ts';
import { resultsByDay, sumOf } from './grouped-sums.ts';

export interface LevelsDryRunQuery extends TwoAsOfPoints {
  readonly levels: readonly Level[];
}

/** An order that would have been refused. */
export interface RefusedPlacement extends Omit<DryRunPlacement, 'refused'> {
  readonly at: string;
}

export type LevelsDryRun = Awaited<ReturnType<typeof computeLevelsDryRun>>;

/** A page takes some milliseconds; other calls run in between. */
const pageSize = 250;
const refusedMax = 1_000;
const streams = { streamPrefixes: ['order-', 'trade-'] };

/**
 * Which orders placed between two as-of points the levels would have refused, had they been in force. Folds the log
 * from its start, because what was open and completed before counts, and writes nothing; the result is deterministic.
 * Progress is in events; their number is known to the minute.
 *
 * @throws UnknownAsOfPoint, and what an unreadable event throws
 */
export async function computeLevelsDryRun(
  sources: AsOfSources,
  { levels, ...points }: LevelsDryRunQuery,
  onProgress: (progress: DryRunProgress) => void = () => {},
  signal?: AbortSignal,
) {
  const before = await asOfPointOf(sources, points.before);
  const after =
    points.after === undefined ? await endOfLog(sources) : await asOfPointOf(sources, points.after);
  const range = { before: coveredBy(before), after: coveredBy(after) };
  const hash = createHash('sha256').update(
    `${canonicalJson({ levels: levels.map((level) => ({ ...level })), ...range })}\n`,
  );
  const total = await countEvents(sources.pool, after.position);
  const underRule = new DryRunLevels(levels);
  const sums = new Sums();
  const pages = scannedPages(sources.log, {
    after: logStart,
    size: pageSize,
    until: after.position,
    filter: streams,
    signal,
  });
  /** Clocks differ: what follows an event that is left out is left out too. */
  const endedStreams = new Set<string>();
  let done = 0;
  onProgress({ done, total });
  for await (const { events, scanned } of after.position === logStart ? [] : pages) {
    for (const event of events) {
      if (endedStreams.has(event.stream) || !includes(after, event)) {
        endedStreams.add(event.stream);
        continue;
      }
      const placement = underRule.take(new LoggedEvent(event).ledgerEvent);
      if (placement === undefined || includes(before, event)) continue;
      const { at } = event.metadata;
      sums.add(placement, at);
      const { level, openKrw, krw, refused } = placement;
      hash.update(`${JSON.stringify([event.id, level, openKrw, krw, refused])}\n`);
    }
    done += scanned;
    onProgress({ done, total: Math.max(done, total) });
  }
  return { levels, ...range, ...sums.results(), sha256: hash.digest('hex') };
}

async function endOfLog({ log }: AsOfSources): Promise<AsOfPoint> {
  const last = await log.lastEvent();
  return { position: last?.position ?? logStart, eventId: last?.id ?? null, at: null };
}

interface Placed {
  readonly position: Position;
  readonly metadata: { readonly at: string };
}

const includes = ({ position, at }: AsOfPoint, event: Placed): boolean =>
  event.position <= position && (at === null || event.metadata.at <= at);

class Sums {
  readonly #totals = new Sum();
  readonly #days = new Map<string, Sum>();
  readonly #levels = new Map<number, Sum>();
  readonly #members = new Map<MemberId, Sum>();
  readonly #refused: RefusedPlacement[] = [];

  add({ refused, ...placement }: DryRunPlacement, at: string): void {
    const { krw, level, memberId } = placement;
    for (const sum of [
      this.#totals,
      sumOf(this.#days, kstDay(at), begin),
      sumOf(this.#levels, level, begin),
      sumOf(this.#members, memberId, begin),
    ])
      sum.add(krw, refused);
    if (refused && this.#refused.length < refusedMax) this.#refused.push({ ...placement, at });
  }

  results() {
    return {
      totals: this.#totals.result,
      days: resultsByDay(this.#days, begin),
      /** By the member's level at that time. */
      byLevel: [...this.#levels]
        .map(([level, sum]) => ({ level, ...sum.result }))
        .sort((one, other) => one.level - other.level),
      /** Members with refused orders, the most refused won first. */
      members: [...this.#members]
        .map(([memberId, sum]) => ({ memberId, ...sum.result }))
        .filter(({ refused }) => refused > 0)
        .sort(
          (one, other) =>
            compareMoney(other.refusedKrw, one.refusedKrw) || (one.memberId < other.memberId ? -1 : 1),
        ),
      /** The first ones, in the order of the log; the totals count all. */
      refused: this.#refused as readonly RefusedPlacement[],
    };
  }
}

class Sum {
  #orders = 0;
  readonly #krw = new KrwSum();
  #refused = 0;
  readonly #refusedKrw = new KrwSum();

  add(krw: Krw, refused: boolean): void {
    this.#orders += 1;
    this.#krw.add(krw);
    if (!refused) return;
    this.#refused += 1;
    this.#refusedKrw.add(krw);
  }

  /** Orders placed, and those of them that the levels would have refused. */
  get result() {
    return {
      orders: this.#orders,
      krw: this.#krw.total,
      refused: this.#refused,
      refusedKrw: this.#refusedKrw.total,
    };
  }
}

const begin = (): Sum => new Sum();
