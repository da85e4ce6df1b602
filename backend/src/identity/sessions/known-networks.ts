import type { KeyObject } from 'node:crypto';
import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { keyedHash } from '../../platform/keys.ts';
import { memberIdOf } from '../members/member-query.ts';

/** Networks per member; the least recently used one is replaced. */
const networksMax = 20;
const noMember = '' as MemberId;
export const knownSince = sql<Date>`now() - interval '30 days'`;

/**
 * The networks from which members have signed in, or recovered their password, in the last 30 days, as keyed hashes that
 * differ from member to member: no address can be read from them, nor who shares one.
 */
export type KnownNetworks = ReturnType<typeof createKnownNetworks>;

export function createKnownNetworks(db: Database, lookupKey: KeyObject) {
  const hashed = (memberId: MemberId, network: string): string =>
    keyedHash(lookupKey, 'known-network', memberId, network);
  return {
    /** By nickname, regardless of case; false for an unknown one. */
    async has(nickname: string, network: string): Promise<boolean> {
      // Also queried for an unknown nickname, so that timing reveals nothing.
      const memberId = (await memberIdOf(db, nickname)) ?? noMember;
      const row = await db
        .selectFrom('app.known_networks')
        .select('network')
        .where('member_id', '=', memberId)
        .where('network', '=', hashed(memberId, network))
        .where('seen_at', '>', knownSince)
        .executeTakeFirst();
      return row !== undefined;
    },

    async add(memberId: MemberId, network: string, within = db): Promise<void> {
      await within
        .insertInto('app.known_networks')
        .values({ member_id: memberId, network: hashed(memberId, network) })
        .onConflict((conflict) =>
          conflict.columns(['member_id', 'network']).doUpdateSet({ seen_at: sql<Date>`now()` }),
        )
        .execute();
      await sql`
        delete from app.known_networks where member_id = ${memberId} and network in (
          select network from app.known_networks where member_id = ${memberId}
          order by seen_at desc offset ${networksMax})`.execute(within);
    },
  };
}
