import type { MemberId } from '@matgyo/contracts/ids';
import { orderStatusRank } from '@matgyo/contracts/order-status';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import type pg from 'pg';

/** For so long an order that another process placed may go uncounted. */
const goodForMs = 10_000;
const membersMax = 10_000;

interface Counts {
  /** Awaiting approval. */
  readonly pending: number;
  /** Placed within 24 hours. */
  readonly ofDay: number;
}

interface Known {
  readonly counts: Counts;
  /** Placed by this process since. */
  added: number;
  readonly readAt: number;
}

/**
 * How many orders of a member await approval and how many the last 24 hours had: counted in the read model, and from then on
 * by what this process placed. That is never less than there are, but for what other processes placed in the last seconds,
 * so they are counted again only where a limit seems to be reached.
 */
export class PlacedOrders {
  readonly #pool: pg.Pool;
  readonly #most: Counts;
  readonly #known = new Map<MemberId, Known>();

  constructor(pool: pg.Pool, most: Counts) {
    this.#pool = pool;
    this.#most = most;
  }

  async limitReached(memberId: MemberId): Promise<'TOO_MANY_PENDING' | 'TOO_MANY_OF_DAY' | undefined> {
    const known = this.#known.get(memberId);
    if (known !== undefined && performance.now() - known.readAt < goodForMs) {
      const { counts, added } = known;
      if (this.#reached({ pending: counts.pending + added, ofDay: counts.ofDay + added }) === undefined)
        return undefined;
    }
    const readAt = performance.now();
    const counts = await this.#count(memberId);
    if (this.#known.size >= membersMax) this.#known.clear();
    this.#known.set(memberId, { counts, added: 0, readAt });
    return this.#reached(counts);
  }

  /** One more is about to be placed. */
  add(memberId: MemberId): void {
    const known = this.#known.get(memberId);
    if (known !== undefined) known.added += 1;
  }

  #reached({ pending, ofDay }: Counts) {
    if (ofDay >= this.#most.ofDay) return 'TOO_MANY_OF_DAY';
    return pending >= this.#most.pending ? 'TOO_MANY_PENDING' : undefined;
  }

  /** No further than the limits. */
  async #count(memberId: MemberId): Promise<Counts> {
    const { rows } = await this.#pool.query<Counts>(
      prepared({
        text: `select (select count(*)::int from (
            select from read_orders.orders
            where member_id = $1 and side in ('sell', 'buy') and status_rank = $2 limit $3
          ) pending) as pending,
          (select count(*)::int from (
            select from read_orders.orders
            where member_id = $1 and placed_at > now() - interval '24 hours' limit $4
          ) of_day) as "ofDay"`,
        values: [memberId, orderStatusRank('Pending Approval'), this.#most.pending, this.#most.ofDay],
      }),
    );
    return rows[0] ?? { pending: 0, ofDay: 0 };
  }
}
