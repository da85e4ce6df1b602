import type { MemberId } from '@matgyo/contracts/ids';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import type pg from 'pg';
import { GroupedReads } from '../../platform/database/grouped-reads.ts';

/** What the rows say of a member who places an order. */
export interface Placer {
  readonly memberId: MemberId;
  /** Empty: none. The wallet used later must be this one, so the seller is warned when it is another. Staff may have none. */
  readonly tetherAddress: string;
  readonly isVerified: boolean;
}

export type Placers = Pick<GroupedReads<MemberId, Placer>, 'get'>;

/** One for a process, so that all who place at the same time share a read. */
export const createPlacers = (pool: pg.Pool): Placers =>
  new GroupedReads(async (memberIds) => {
    const { rows } = await pool.query<Placer>(
      prepared({
        text: `select id as "memberId", tether_address as "tetherAddress", phone_verified as "isVerified"
          from app.members where id = any($1)`,
        values: [memberIds],
      }),
    );
    return new Map(rows.map((row) => [row.memberId, row]));
  });
