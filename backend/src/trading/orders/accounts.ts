import type { MemberId } from '@matgyo/contracts/ids';
import type { AccountContext } from '@matgyo/ledger/account/account';
import type { ActingStaff } from '@matgyo/ledger/conflict-of-interest';
import { ofMember } from '../../platform/commands/ledger-streams.ts';
import { type LedgerLog, loadStream } from '../../platform/commands/stream-history.ts';
import type { OrderOwners } from './order-owners.ts';

export interface Accounts {
  get(memberId: MemberId, log: LedgerLog): Promise<AccountContext | undefined>;
}

/**
 * Status and referral code come from the member's stream, so that a late or halted read model cannot allow a trade;
 * phone verification comes from the member's row.
 */
export const createAccounts = (owners: OrderOwners): Accounts => ({
  async get(memberId, log) {
    const owner = await owners.get(memberId);
    return owner && loadAccount(log, memberId, owner.isVerified);
  },
});

export async function loadAccount(
  log: LedgerLog,
  memberId: MemberId,
  isVerified: boolean,
): Promise<AccountContext | undefined> {
  const registered = await loadRegistered(log, memberId);
  return registered && { ...registered, isVerified };
}

/** The part of it that is in the log. */
export async function loadRegistered(log: LedgerLog, memberId: MemberId) {
  const { state } = await loadStream(log, ofMember(memberId));
  return state.status === 'none' ? undefined : state;
}

/** The acting staff member, for conflict-of-interest checks. */
export async function actingStaff(log: LedgerLog, actorId: string): Promise<ActingStaff> {
  const account = await loadRegistered(log, actorId as MemberId);
  return { memberId: actorId, inviteCode: account?.inviteCode };
}
