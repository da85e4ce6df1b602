import type { MemberId } from '@matgyo/contracts/ids';
import { type Krw, krwMax, priceMax } from '@matgyo/contracts/money';
import type { ActingStaff } from '@matgyo/ledger/conflict-of-interest';
import {
  isLastAdmin,
  type KnownAdmins,
  otherAdmins,
  withAdminsLocked,
} from '../../identity/members/other-admins.ts';
import type { Ledger } from '../../platform/commands/execute-on-stream.ts';
import { ofMember } from '../../platform/commands/ledger-streams.ts';
import { type LedgerLog, loadStream } from '../../platform/commands/stream-history.ts';

/** Above which limits another admin has to approve, and who can. */
export interface FourEyes {
  /** A completion of an order of more won than this needs it. */
  readonly limit: Krw;
  /** So does a price that moves by more percent in 24 hours. */
  readonly pricePercent: string;
  otherAdmins(memberId: string, log: LedgerLog): Promise<readonly ActingStaff[]>;
  /** An active admin; undefined: the member is none. */
  activeAdmin(memberId: string, log: LedgerLog): Promise<ActingStaff | undefined>;
  /** Runs `work` with whether the member is the last active admin, locked so that no admin is demoted meanwhile. */
  withAdminCountLocked<Done>(
    memberId: MemberId,
    process: { readonly ledger: Ledger<LedgerLog>; readonly isOneAppend: boolean },
    work: (isLastAdmin: boolean) => Promise<Done>,
  ): Promise<Done>;
}

/** Decides by the members' own streams; the read model only gives the candidates. */
export const createFourEyes = (
  known: KnownAdmins,
  limits: Pick<FourEyes, 'limit' | 'pricePercent'>,
): FourEyes => ({
  ...limits,
  async otherAdmins(memberId, log) {
    const found: ActingStaff[] = [];
    for await (const account of otherAdmins(known, log, memberId)) found.push(account);
    return found;
  },
  activeAdmin,
  async withAdminCountLocked(memberId, { ledger, isOneAppend }, work) {
    // A draft is appended only where no stream it read has moved.
    if (isOneAppend) return work(await isLastAdmin(known, ledger, memberId));
    return withAdminsLocked(known, async (locked) => work(await isLastAdmin(locked, ledger, memberId)));
  },
});

/** Where nothing needs another admin. */
export const noFourEyes: FourEyes = {
  limit: krwMax as Krw,
  pricePercent: priceMax,
  otherAdmins: async () => [],
  activeAdmin: async () => undefined,
  withAdminCountLocked: (_memberId, _process, work) => work(false),
};

/** By the member's own stream. */
export async function activeAdmin(memberId: string, log: LedgerLog): Promise<ActingStaff | undefined> {
  const { state } = await loadStream(log, ofMember(memberId as MemberId));
  return state.status === 'active' && state.roles.includes('admin') ? state : undefined;
}
