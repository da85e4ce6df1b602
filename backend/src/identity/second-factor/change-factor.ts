import type { AuditAction } from '@matgyo/contracts/audit-actions';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { recordOwnIfStaff } from '../../proof/audit/audit-log.ts';
import { memberOf } from '../members/member-query.ts';
import { notifyPhone, secondFactorTexts } from '../members/phone-changes.ts';
import type { IdentityParts } from '../parts.ts';
import { lockOwnSession } from '../sessions/lock-sessions.ts';

interface FactorChange<T> {
  readonly action: AuditAction & keyof typeof secondFactorTexts;
  readonly requestId: string;
  change(trx: Database): Promise<T>;
  /** Writes the member's row as it is, so that `enter` can enter it: before the audit log's entry, for which others wait. */
  readonly writesMember?: true;
  /** Enters sealed rows. Called last, because other entries of the audit log wait from then on. */
  enter?(trx: Database, done: T): Promise<void>;
}

/** In one transaction: the change, the end of other sessions and, for staff, the audit log's entry. Then a text message. */
export async function changeFactor<T>(
  deps: IdentityParts,
  caller: Caller,
  { action, requestId, change, writesMember, enter }: FactorChange<T>,
): Promise<T> {
  const { db, sessions, limits } = deps;
  const { memberId, sessionId } = caller;
  const member = await memberOf(db, memberId);
  const done = await limits.credentialChangesOf.unlessRefused([memberId], () =>
    db.transaction().execute(async (trx) => {
      await lockOwnSession(trx, caller);
      const changed = await change(trx);
      // Waits for sign-ins with the password alone, whose sessions end now. Later ones find the changed factor.
      await trx
        .selectFrom('app.credentials')
        .select('member_id')
        .where('member_id', '=', memberId)
        .forNoKeyUpdate()
        .execute();
      await sessions.revokeAllOf(trx, memberId, sessionId);
      if (writesMember)
        await sql`update app.members set created_at = created_at where id = ${memberId}`.execute(trx);
      await recordOwnIfStaff(trx, { ...member, memberId }, { action, requestId });
      await enter?.(trx, changed);
      return changed;
    }),
  );
  sessions.forget(memberId);
  notifyPhone(deps, member.phone, secondFactorTexts[action]);
  return done;
}
