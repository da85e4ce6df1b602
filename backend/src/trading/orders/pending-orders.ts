import type { MemberId } from '@matgyo/contracts/ids';
import { orderStatusRank } from '@matgyo/contracts/order-status';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import type pg from 'pg';

/** For so long an order that another process placed may go uncounted. */
const goodForMs = 10_000;
const membersMax = 10_000;

interface Known {
  atMost: number;
  readonly readAt: number;
}

/**
 * How many orders of a member await approval: counted in the read model, and from then on by what this process placed. That
 * is never less than there are, but for what other processes placed in the last seconds, so it is counted again only
 * where the limit seems to be reached.
 */
export class PendingOrders {
  readonly #pool: pg.Pool;
  readonly #limit: number;
  readonly #known = new Map<MemberId, Known>();

  constructor(pool: pg.Pool, limit: number) {
    this.#pool = pool;
    this.#limit = limit;
  }

  async isAtLimit(memberId: MemberId): Promise<boolean> {
    const known = this.#known.get(memberId);
    if (known !== undefined && known.atMost < this.#limit && performance.now() - known.readAt < goodForMs)
      return false;
    const readAt = performance.now();
    const atMost = await this.#count(memberId);
    if (this.#known.size >= membersMax) this.#known.clear();
    this.#known.set(memberId, { atMost, readAt });
    return atMost >= this.#limit;
  }

  /** One more is about to be placed. */
  add(memberId: MemberId): void {
    const known = this.#known.get(memberId);
    if (known !== undefined) known.atMost += 1;
  }

  /** No further than the limit. */
  async #count(memberId: MemberId): Promise<number> {
    const { rows } = await this.#pool.query<{ pending: number }>(
      prepared({
        text: `select count(*)::int as pending from (
            select from read_orders.orders
            where member_id = $1 and side in ('sell', 'buy') and status_rank = $2 limit $3
          ) pending`,
        values: [memberId, orderStatusRank('Pending Approval'), this.#limit],
      }),
    );
    return rows[0]?.pending ?? 0;
  }
}
