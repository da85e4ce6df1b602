import { isStaff } from '@matgyo/contracts/roles';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { hasPasskey } from '../passkeys/stored-passkeys.ts';
import { hasAuthenticator } from '../second-factor/authenticators.ts';
import type { AccountCheck, ShownAccount } from './account-check.ts';
import { isActiveSession } from './active-session.ts';
import type { SignedInMember } from './session-store.ts';

/** The callers of these sessions, read now. Ended sessions are missing. */
export async function readCallers(
  db: Database,
  sessionIds: readonly string[],
  { requireSecondFactor }: { readonly requireSecondFactor: boolean },
) {
  const rows = await db
    .selectFrom('app.sessions as session')
    .innerJoin('app.members as member', 'member.id', 'session.member_id')
    .innerJoin('read_accounts.accounts as account', 'account.member_id', 'member.id')
    .select([
      'session.id as sessionId',
      'session.expires_at as expiresAt',
      'member.id as memberId',
      'member.nickname',
      'member.phone_verified as verified',
      'account.status',
      'account.admin',
      'account.manager',
      'account.revision',
      isUnfitForStaff(requireSecondFactor).as('isUnfitForStaff'),
      sql<number>`extract(epoch from now() - session.seen_at)::float8 * 1000`.as('unseenMs'),
    ])
    .where(sql<SqlBool>`session.id = any(${sessionIds}::text[])`)
    .where(isActiveSession)
    .execute();
  return rows.map(({ expiresAt, unseenMs, isUnfitForStaff: isUnfit, revision, ...row }) => {
    const { memberId, status, admin, manager } = row;
    return {
      caller: { ...row, ...(isUnfit ? noRoles : rolesInForce(row)) },
      account: { memberId, status, admin, manager, revision },
      expiresAt,
      unseenMs,
    };
  });
}

/**
 * SQL on `app.sessions` (as `session`): of staff who first have to register a second factor or choose a better password.
 */
export const isUnfitForStaff = (requireSecondFactor: boolean) =>
  sql<boolean>`(${requireSecondFactor}::boolean and (session.password_is_weak
    or not (${hasAuthenticator('session.member_id')} or ${hasPasskey('session.member_id')})))`;

/**
 * Roles count only if the account's own events give them: the read model can be changed by SQL.
 *
 * @throws RequestFailure RECORD_MISMATCH
 */
export const hasItsPowers = async (
  check: AccountCheck,
  { caller, account }: { readonly caller: Caller; readonly account: ShownAccount },
): Promise<boolean> => !isStaff(caller) || check.isCurrent(account);

/**
 * A role is in force while its holder is active: a deactivated admin or manager may sign in and read their own like
 * any inactive member, and nothing more. Otherwise they could activate themselves again.
 */
export const rolesInForce = ({ status, admin, manager }: Omit<SignedInMember, 'id'>) => ({
  admin: admin && status === 'active',
  manager: manager && status === 'active',
});

/** Of a session that is unfit for staff. */
export const noRoles = { admin: false, manager: false } as const;
