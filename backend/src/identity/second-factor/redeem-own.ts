import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordOwnIfStaff } from '../../proof/audit/audit-log.ts';
import type { MemberRow } from '../members/member-query.ts';
import { notifyPhone, secondFactorTexts } from '../members/phone-changes.ts';
import type { IdentityParts } from '../parts.ts';

export const wrongCode = () => failure('SECOND_FACTOR_WRONG', { fields: { code: 'SECOND_FACTOR_WRONG' } });

type Owner = Pick<MemberRow, 'id' | 'admin' | 'manager' | 'phone'>;

/**
 * Consumes a member's code and runs `then` in the same transaction. Allows ten wrong codes in 15 minutes at sign-in,
 * and ten in sessions, so that a stolen session does not keep its owner from signing in. Reports the use of a recovery
 * code by text message and, for staff, in the audit log.
 */
export async function redeemOwn<T>(
  deps: IdentityParts,
  owner: Owner,
  shown: { readonly code: string; readonly requestId: string; readonly at: 'sign-in' | 'session' },
  then: (trx: Database) => Promise<T>,
): Promise<T> {
  const { code, requestId, at } = shown;
  await deps.limits.secondFactorOf.take(owner.id, at);
  const { way, result } = await deps.db.transaction().execute(async (trx) => {
    const redeemed = await deps.authenticators.redeem(trx, owner.id, code);
    if (redeemed === undefined) throw wrongCode();
    const done = { way: redeemed, result: await then(trx) };
    const actor = { ...owner, memberId: owner.id };
    if (redeemed === 'recovery-code')
      await recordOwnIfStaff(trx, actor, { action: 'recovery-code-used', requestId });
    return done;
  });
  await deps.limits.secondFactorOf.giveBack(owner.id, at);
  if (way === 'recovery-code') notifyPhone(deps, owner.phone, secondFactorTexts['recovery-code-used']);
  return result;
}
