import type { MemberId } from '@matgyo/contracts/ids';
import { memberStream } from '@matgyo/contracts/streams';
import { type AccountFacts, accountDecider } from '@matgyo/ledger/account/account';
import type { ActingStaff } from '@matgyo/ledger/conflict-of-interest';
import { type LedgerLog, loadStream } from '../commands/stream-history.ts';
import type { OrderOwners } from './order-owners.ts';

/** Loads a member's account; undefined: no member has this id. */
export interface Accounts {
  get(memberId: MemberId, log: LedgerLog): Promise<AccountFacts | undefined>;
}

/**
 * The account data that the ledger needs: status and referral code from the member's own stream, so that a late or
 * halted read model cannot allow a trade; the phone from the member's row.
 */
export const createAccounts = (owners: OrderOwners): Accounts => ({
  async get(memberId, log) {
    const owner = await owners.get(memberId);
    return owner && accountFacts(log, memberId, owner.isVerified);
  },
});

/** The facts of a member whose phone is known to be verified or not. */
export async function accountFacts(
  log: LedgerLog,
  memberId: MemberId,
  isVerified: boolean,
): Promise<AccountFacts | undefined> {
  const { state } = await loadStream(log, memberStream(memberId), accountDecider);
  if (state.status === 'none') return undefined;
  const { status, referralCode, inviteCode } = state;
  return { status, isVerified, referralCode, inviteCode };
}

/** The staff member who acts on orders, with what may keep them from some. */
export async function actingStaff(log: LedgerLog, actorId: string): Promise<ActingStaff> {
  const account = await accountFacts(log, actorId as MemberId, true);
  return { memberId: actorId, inviteCode: account?.inviteCode };
}
