import type { MemberId } from '@matgyo/contracts/ids';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import type pg from 'pg';
import { GroupedReads } from '../../platform/database/grouped-reads.ts';

/** Data of a member who has or places orders. */
export interface OrderOwner {
  readonly memberId: MemberId;
  /** Empty: none, possible for staff. The seller is warned when the wallet used later is another one. */
  readonly tetherAddress: string;
  readonly isVerified: boolean;
}

export type OrderOwners = Pick<GroupedReads<MemberId, OrderOwner>, 'get'>;

/** One per process, so that concurrent requests share a read. */
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
