import type { MemberId } from '@matgyo/contracts/ids';
import { isStaff } from '@matgyo/contracts/roles';
import { retriedLater } from '../../platform/background.ts';
import type { Database } from '../../platform/database/tables.ts';
import { clientNetwork } from '../../platform/http/rate-limits.ts';
import { keyedHash } from '../../platform/keys.ts';
import { recordAudit, recordOwnIfStaff } from '../../proof/audit/audit-log.ts';
import type { Shared } from '../../shared.ts';
import { memberById } from '../members/member-query.ts';
import { rolesInForce } from './session-callers.ts';
import type { SignedInMember } from './session-store.ts';

/** Where a sign-in comes from. */
interface Attempt {
  readonly requestId: string;
  readonly ip: string;
}

/** Records sign-ins of staff in the audit log. Members' sign-ins are not recorded and do not wait. */
export function createSignInRecords({ db, keys, logger }: Pick<Shared, 'db' | 'keys' | 'logger'>) {
  /** Equal addresses have equal hashes, and the address cannot be derived from it. */
  const from = ({ ip }: Attempt) => ({
    network: keyedHash(keys.lookup, 'audit', clientNetwork(ip)).slice(0, 16),
  });

  async function recordFailure(memberId: MemberId, attempt: Attempt): Promise<void> {
    const member = await memberById(db, memberId);
    if (member === undefined || !isStaff(member)) return;
    await recordAudit(db, {
      action: 'staff-sign-in-failed',
      actor: null,
      subjectId: memberId,
      requestId: attempt.requestId,
      details: from(attempt),
    });
  }

  return {
    /** A session was opened, in the transaction `trx`. */
    async opened(trx: Database, member: SignedInMember, attempt: Attempt): Promise<void> {
      const actor = { memberId: member.id, ...rolesInForce(member) };
      const { requestId } = attempt;
      await recordOwnIfStaff(trx, actor, { action: 'staff-signed-in', requestId, details: from(attempt) });
    },

    /**
     * A wrong password for this account. The answer does not wait for it: taking longer would show whose nickname is
     * staff's.
     */
    failed(memberId: MemberId, attempt: Attempt): void {
      void recordFailure(memberId, attempt).catch(retriedLater('audit log', logger));
    },
  };
}
