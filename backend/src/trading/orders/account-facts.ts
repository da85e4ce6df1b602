import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import type { EventLog } from '@matgyo/event-store/event-log';
import { type AccountFacts, accountDecider } from '@matgyo/ledger/account/account';
import type { ActingStaff } from '@matgyo/ledger/conflict-of-interest';
import type { Database } from '../../platform/database/tables.ts';
import { loadStream } from '../commands/stream-history.ts';

/** Where the facts come from; undefined: nobody has this id. */
export interface Accounts {
  get(memberId: MemberId): Promise<AccountFacts | undefined>;
}

/**
 * What the ledger asks about members: status and referral code by the member's own stream, so that nobody trades on
 * what a late or halted read model still says of them; the phone as the row has it.
 */
export const createAccounts = (db: Database, log: EventLog): Accounts => ({
  async get(memberId) {
    const row = await db
      .selectFrom('app.members')
      .select('phone_verified')
      .where('id', '=', memberId)
      .executeTakeFirst();
    if (row === undefined) return undefined;
    const { state } = await loadStream(log, memberStream(memberId), accountDecider);
    if (state.status === 'none') return undefined;
    const { status, referralCode, inviteCode } = state;
    return { status, isVerified: row.phone_verified, referralCode, inviteCode };
  },
});

/** Whoever acts on orders, with what may keep them from some. */
export async function actingStaff(accounts: Accounts, actorId: string): Promise<ActingStaff> {
  const account = await accounts.get(actorId as MemberId);
  return { memberId: actorId, inviteCode: account?.inviteCode };
}
