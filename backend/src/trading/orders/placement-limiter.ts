import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import type { Level } from '@matgyo/contracts/levels';
import { addKrw, type Krw } from '@matgyo/contracts/money';
import { orderStatusRank } from '@matgyo/contracts/order-status';
import { orderStream } from '@matgyo/contracts/streams';
import type { EventLog } from '@matgyo/event-store/event-log';
import { LruCache } from '@matgyo/event-store/lru-cache';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import { fitsLimit, leftOf, levelOf, limitOf } from '@matgyo/ledger/levels/levels';
import type pg from 'pg';
import { failure, type RequestFailure } from '../../platform/http/request-failure.ts';
import { openKrwSql } from '../levels/standing.ts';

/** How long an order of another process may stay uncounted. */
const countValidMs = 10_000;
/** Remembered members, the most recent ones. */
const membersMax = 10_000;

interface Counted {
  readonly pending: number;
  /** Placed within 24 hours. */
  readonly ofDay: number;
  /** Total of open orders in won; 0 where no level has a limit. */
  readonly openKrw: Krw;
  readonly trades: number;
  readonly casesLost: number;
}

interface Placing {
  readonly krw: Krw;
  /** Whether it is unknown if the order was placed. */
  isDoubtful: boolean;
}

interface MemberCounts {
  counted: Counted | undefined;
  readAt: number;
  reading: Promise<void> | undefined;
  /** Orders of this process that `counted` does not include. */
  readonly placing: Map<OrderId, Placing>;
}

export interface NewOrder {
  readonly memberId: MemberId;
  readonly orderId: OrderId;
  readonly krw: Krw;
}

interface Limits {
  readonly pending: number;
  readonly ofDay: number;
  readonly levels: readonly Level[];
}

/**
 * Counts a member's pending orders, those of 24 hours and the total of open ones: from the read models, plus the
 * orders of this process until the read models have them (docs/decisions/limits.md). Read again after ten seconds or
 * when a limit seems reached.
 */
export class PlacementLimiter {
  readonly #pool: pg.Pool;
  readonly #log: Pick<EventLog, 'readStream'>;
  readonly #limits: Limits;
  readonly #known = new LruCache<MemberCounts>(membersMax);

  constructor(pool: pg.Pool, log: Pick<EventLog, 'readStream'>, limits: Limits) {
    this.#pool = pool;
    this.#log = log;
    this.#limits = limits;
  }

  async take({ memberId, orderId, krw }: NewOrder): Promise<void> {
    const startedAt = performance.now();
    const known = this.#of(memberId);
    for (;;) {
      // Nothing is added during a read, so no order is counted twice.
      await known.reading;
      const { counted, readAt } = known;
      if (counted !== undefined && performance.now() - readAt < countValidMs) {
        const refusal = this.#refusalOf(counted, known.placing, krw);
        if (refusal === undefined) {
          known.placing.set(orderId, { krw, isDoubtful: false });
          return;
        }
        if (readAt >= startedAt) throw refusal;
      }
      known.reading ??= this.#read(memberId, known).finally(() => {
        known.reading = undefined;
      });
    }
  }

  /** Called when it was placed, perhaps with another id; undefined: not placed. */
  resolve({ memberId, orderId, krw }: NewOrder, placed: OrderId | undefined): void {
    if (placed === orderId) return;
    const placing = this.#known.get(memberId)?.placing;
    placing?.delete(orderId);
    if (placed !== undefined) placing?.set(placed, { krw, isDoubtful: false });
  }

  /** Called when it may have been placed; the next count checks the log. */
  doubt({ memberId, orderId }: NewOrder): void {
    const placing = this.#known.get(memberId)?.placing.get(orderId);
    if (placing !== undefined) placing.isDoubtful = true;
  }

  #of(memberId: MemberId): MemberCounts {
    const unread = { counted: undefined, readAt: 0, reading: undefined, placing: new Map() };
    const known = this.#known.get(memberId) ?? unread;
    this.#known.set(memberId, known);
    return known;
  }

  #refusalOf(
    { pending, ofDay, openKrw, trades, casesLost }: Counted,
    placing: MemberCounts['placing'],
    krw: Krw,
  ): RequestFailure | undefined {
    if (ofDay + placing.size >= this.#limits.ofDay) return failure('TOO_MANY_OF_DAY');
    if (pending + placing.size >= this.#limits.pending) return failure('TOO_MANY_PENDING');
    const { levels } = this.#limits;
    const level = levelOf(levels, { trades, casesLost });
    const limitKrw = limitOf(levels, level);
    if (limitKrw === null) return undefined;
    const open = addKrw(openKrw, ...Array.from(placing.values(), (order) => order.krw));
    if (fitsLimit(limitKrw, open, krw)) return undefined;
    const next = levels[level] ?? null;
    return failure('LEVEL_LIMIT', {
      level,
      limitKrw,
      openKrw: open,
      leftKrw: leftOf(limitKrw, open),
      trades,
      casesLost,
      next,
    });
  }

  async #read(memberId: MemberId, known: MemberCounts): Promise<void> {
    const readAt = performance.now();
    const { placing } = known;
    const doubtful = [...placing].filter(([, { isDoubtful }]) => isDoubtful).map(([orderId]) => orderId);
    await Promise.all(
      doubtful.map(async (orderId) => {
        const events = await this.#log.readStream(orderStream(orderId), { direction: 'forwards', limit: 1 });
        if (events.length === 0) placing.delete(orderId);
      }),
    );
    const { seen, ...counted } = await this.#count(memberId, [...placing.keys()]);
    for (const orderId of seen) placing.delete(orderId);
    Object.assign(known, { counted, readAt });
  }

  /** Counts orders up to the limits; `seen`: which of `placing` are included. */
  async #count(memberId: MemberId, placing: readonly OrderId[]) {
    const { rows } = await this.#pool.query<Counted & { readonly seen: readonly OrderId[] }>(
      prepared({
        text: `select (select count(*)::int from (
            select from read_orders.orders
            where member_id = $1 and side in ('sell', 'buy') and status_rank = $2 limit $3
          ) pending) as pending,
          (select count(*)::int from (
            select from read_orders.orders
            where member_id = $1 and placed_at > now() - interval '24 hours' limit $4
          ) of_day) as "ofDay",
          case when $5 then ${openKrwSql('$1')} else '0' end as "openKrw",
          coalesce(s.trades, 0) as trades, coalesce(s.cases_lost, 0) as "casesLost",
          array(select order_id from read_orders.orders where order_id = any($6::text[])) as seen
          from (select $1::text as id) m left join read_trades.standings s on s.member_id = m.id`,
        values: [
          ...[memberId, orderStatusRank('Pending Approval'), this.#limits.pending, this.#limits.ofDay],
          ...[this.#limits.levels.some(({ openKrw }) => openKrw !== null), placing],
        ],
      }),
    );
    return rows[0] ?? { pending: 0, ofDay: 0, openKrw: '0' as Krw, trades: 0, casesLost: 0, seen: [] };
  }
}
