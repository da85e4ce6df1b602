import type { MemberId } from '@matgyo/contracts/ids';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import type pg from 'pg';
import { GroupedReads } from '../../platform/database/grouped-reads.ts';

/** The columns of a member who places or has orders. */
export interface OrderOwner {
  readonly memberId: MemberId;
  /** Empty: none. The wallet used later must be this one, so the seller is warned when it is another. Staff may have none. */
  readonly tetherAddress: string;
  readonly isVerified: boolean;
}

export type OrderOwners = Pick<GroupedReads<MemberId, OrderOwner>, 'get'>;

/** One for a process, so that what is asked at the same time shares a read. */
export const createOrderOwners = (pool: pg.Pool): OrderOwners =>
  new GroupedReads(async (memberIds) => {
    const { rows } = await pool.query<OrderOwner>(
      prepared({
        text: `select id as "memberId", tether_address as "tetherAddress", phone_verified as "isVerified"
          from app.members where id = any($1)`,
        values: [memberIds],
      }),
    );
    return new Map(rows.map((row) => [row.memberId, row]));
  });
