import { sql } from 'kysely';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { memberIdOf } from '../members/member-query.ts';
import type { IdentityParts } from '../parts.ts';
import { lockedSessionsOf } from '../sessions/lock-sessions.ts';

type ResetDependencies = Pick<IdentityParts, 'db' | 'sealedRows' | 'rowCheck'>;

/**
 * Removes the authenticator app and all passkeys of a member who has lost them, as the operator's action, and ends all
 * sessions. Returns the phone to notify; undefined if there is no such member.
 */
export const resetFactors = (
  { db, sealedRows, rowCheck }: ResetDependencies,
  nickname: string,
): Promise<{ readonly phone: string | null } | undefined> =>
  db.transaction().execute(async (trx) => {
    const id = await memberIdOf(trx, nickname);
    if (id === undefined) return undefined;
    // Before the member's row, like every change of an account.
    await lockedSessionsOf(trx, id).execute();
    // As it is: the entries about a member name every passkey.
    const { phone } = await trx
      .updateTable('app.members')
      .set({ created_at: sql<Date>`created_at` })
      .where('id', '=', id)
      .returning('phone')
      .executeTakeFirstOrThrow();
    // Also those whose rows were removed by SQL.
    const missing = await rowCheck.changedPasskeys(trx, id);
    const removed = await trx
      .deleteFrom('app.passkeys')
      .where('member_id', '=', id)
      .returning('id')
      .execute();
    await trx.deleteFrom('app.authenticators').where('member_id', '=', id).execute();
    await trx
      .updateTable('app.sessions')
      .set({ revoked_at: sql<Date>`now()` })
      .where('member_id', '=', id)
      .where('revoked_at', 'is', null)
      .execute();
    await recordAudit(trx, { action: 'second-factor-removed', actor: null, subjectId: id, requestId: null });
    await sealedRows.enter(trx, {
      'app.members': [id],
      'app.authenticators': [id],
      'app.passkeys': [...new Set([...missing, ...removed.map((row) => row.id)])],
    });
    return { phone };
  });
