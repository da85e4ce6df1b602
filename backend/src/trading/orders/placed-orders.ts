import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import type { Level } from '@matgyo/contracts/levels';
import { addKrw, type Krw } from '@matgyo/contracts/money';
import { orderStatusRank } from '@matgyo/contracts/order-status';
import { orderStream } from '@matgyo/contracts/streams';
import type { EventLog } from '@matgyo/event-store/event-log';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import { fitsLimit, leftOf, levelOf, limitOf } from '@matgyo/ledger/levels/levels';
import type pg from 'pg';
import { failure, type RequestFailure } from '../../platform/http/request-failure.ts';
import { openKrwOf } from '../levels/standing.ts';

/** For so long an order that another process placed may go uncounted. */
const goodForMs = 10_000;
/** Who placed an order last; what others place is no longer added to what was counted. */
const membersMax = 10_000;

/** What the read models say of a member. */
interface Counted {
  /** Awaiting approval. */
  readonly pending: number;
  /** Placed within 24 hours. */
  readonly ofDay: number;
  /** Open orders come to this many won; 0 where no level has a limit. */
  readonly openKrw: Krw;
  readonly trades: number;
  readonly casesLost: number;
}

interface Placing {
  readonly krw: Krw;
  /** It is unknown whether the order was placed. */
  isDoubtful: boolean;
}

interface Known {
  counted: Counted | undefined;
  readAt: number;
  reading: Promise<void> | undefined;
  /** Of this process, and not among what was counted. */
  readonly placing: Map<OrderId, Placing>;
}

export interface NewOrder {
  readonly memberId: MemberId;
  readonly orderId: OrderId;
  readonly krw: Krw;
}

interface Most {
  readonly pending: number;
  readonly ofDay: number;
  readonly levels: readonly Level[];
}

/**
 * How many orders of a member await approval, how many the last 24 hours had and what the open ones come to: counted in the
 * read models, and what this process places is added until they show it. So in one process no limit is exceeded, however late
 * read models are. What other processes placed in the last seconds is not counted (docs/decisions/limits.md). Read again only
 * where a limit seems to be reached, and after ten seconds.
 */
export class PlacedOrders {
  readonly #pool: pg.Pool;
  readonly #log: Pick<EventLog, 'readStream'>;
  readonly #most: Most;
  readonly #known = new Map<MemberId, Known>();

  constructor(pool: pg.Pool, log: Pick<EventLog, 'readStream'>, most: Most) {
    this.#pool = pool;
    this.#log = log;
    this.#most = most;
  }

  /**
   * Counts an order that is about to be placed.
   *
   * @throws RequestFailure TOO_MANY_OF_DAY, TOO_MANY_PENDING, LEVEL_LIMIT
   */
  async take({ memberId, orderId, krw }: NewOrder): Promise<void> {
    const asked = performance.now();
    const known = this.#of(memberId);
    for (;;) {
      // Nothing is added while it is read, so that no order is counted twice.
      await known.reading;
      const { counted, readAt } = known;
      if (counted !== undefined && performance.now() - readAt < goodForMs) {
        const refusal = this.#refusalOf(counted, known.placing, krw);
        if (refusal === undefined) {
          known.placing.set(orderId, { krw, isDoubtful: false });
          return;
        }
        if (readAt >= asked) throw refusal;
      }
      known.reading ??= this.#read(memberId, known).finally(() => {
        known.reading = undefined;
      });
    }
  }

  /** It was placed, perhaps under another id; undefined: it was not. */
  settle({ memberId, orderId, krw }: NewOrder, placed: OrderId | undefined): void {
    if (placed === orderId) return;
    const placing = this.#known.get(memberId)?.placing;
    placing?.delete(orderId);
    if (placed !== undefined) placing?.set(placed, { krw, isDoubtful: false });
  }

  /** It may have been placed: the log is asked when its members' orders are counted next. */
  doubt({ memberId, orderId }: NewOrder): void {
    const placing = this.#known.get(memberId)?.placing.get(orderId);
    if (placing !== undefined) placing.isDoubtful = true;
  }

  #of(memberId: MemberId): Known {
    const unread = { counted: undefined, readAt: 0, reading: undefined, placing: new Map() };
    const known = this.#known.get(memberId) ?? unread;
    // Anew, so that it counts as the one touched last.
    this.#known.delete(memberId);
    this.#known.set(memberId, known);
    const [oldest] = this.#known.keys();
    if (this.#known.size > membersMax && oldest !== undefined) this.#known.delete(oldest);
    return known;
  }

  #refusalOf(
    { pending, ofDay, openKrw, trades, casesLost }: Counted,
    placing: Known['placing'],
    krw: Krw,
  ): RequestFailure | undefined {
    if (ofDay + placing.size >= this.#most.ofDay) return failure('TOO_MANY_OF_DAY');
    if (pending + placing.size >= this.#most.pending) return failure('TOO_MANY_PENDING');
    const { levels } = this.#most;
    const level = levelOf(levels, { trades, casesLost });
    const limitKrw = limitOf(levels, level);
    if (limitKrw === null) return undefined;
    const open = addKrw(openKrw, ...Array.from(placing.values(), (order) => order.krw));
    if (fitsLimit(limitKrw, open, krw)) return undefined;
    const next = levels[level] ?? null;
    return failure('LEVEL_LIMIT', {
      ...{ level, limitKrw, openKrw: open, leftKrw: leftOf(limitKrw, open), trades, casesLost, next },
    });
  }

  async #read(memberId: MemberId, known: Known): Promise<void> {
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

  /** Orders no further than the limits; `seen`: which of `placing` are among them. */
  async #count(
    memberId: MemberId,
    placing: readonly OrderId[],
  ): Promise<Counted & { readonly seen: readonly OrderId[] }> {
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
          case when $5 then ${openKrwOf('$1')} else '0' end as "openKrw",
          coalesce(s.trades, 0) as trades, coalesce(s.cases_lost, 0) as "casesLost",
          array(select order_id from read_orders.orders where order_id = any($6::text[])) as seen
          from (select $1::text as id) m left join read_trades.standings s on s.member_id = m.id`,
        values: [
          ...[memberId, orderStatusRank('Pending Approval'), this.#most.pending, this.#most.ofDay],
          ...[this.#most.levels.some(({ openKrw }) => openKrw !== null), placing],
        ],
      }),
    );
    return rows[0] ?? { pending: 0, ofDay: 0, openKrw: '0' as Krw, trades: 0, casesLost: 0, seen: [] };
  }
}
