import type { AuditAction } from '@matgyo/contracts/audit-actions';
import { secondFactorEndpoints } from '@matgyo/contracts/endpoints/second-factor';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { recordAudit } from '../../proof/audit/audit-log.ts';
import { type MemberRow, memberById } from '../members/member-query.ts';
import { secondFactorTexts, tellPhone } from '../members/phone-changes.ts';
import { renewToken, type TokenRenewal } from '../sessions/renew-token.ts';
import type { RequireProof } from '../sessions/step-up.ts';
import type { RedeemDependencies } from './redeem-own.ts';

export interface SecondFactorDependencies extends RedeemDependencies, TokenRenewal {
  readonly requireProof: RequireProof;
  readonly requireSecondFactor: boolean;
}

/** One's own authenticator app. */
export function secondFactorRoutes(deps: SecondFactorDependencies): readonly Route[] {
  const { db, authenticators, limits, requireProof } = deps;
  return capability(secondFactorEndpoints, {
    async secondFactor({ caller }) {
      const [member, state, session] = await Promise.all([
        memberOf(db, caller.memberId),
        authenticators.stateOf(caller.memberId),
        db
          .selectFrom('app.sessions')
          .select('password_is_weak')
          .where('id', '=', caller.sessionId)
          .executeTakeFirst(),
      ]);
      const required = deps.requireSecondFactor && (member.admin || member.manager);
      return {
        on: state !== undefined,
        required,
        passwordWeak: required && session?.password_is_weak === true,
        since: state?.confirmedAt.toISOString() ?? null,
        recoveryCodesLeft: state?.recoveryCodesLeft ?? 0,
      };
    },

    async prepareSecondFactor({ caller }) {
      await requireProof(caller, { sinceSignIn: true });
      const prepared = await authenticators.prepare({ id: caller.memberId, nickname: caller.nickname });
      if (prepared === undefined) throw failure('SECOND_FACTOR_ON');
      return prepared;
    },

    async confirmSecondFactor({ caller, body, requestId }) {
      await limits.secondFactorOf.take(caller.memberId);
      const changed = await changeFactor(
        deps,
        caller,
        { action: 'second-factor-registered', requestId },
        (trx) => authenticators.confirm(trx, caller.memberId, body.code),
      );
      if (changed === undefined)
        throw failure('SECOND_FACTOR_WRONG', { fields: { code: 'SECOND_FACTOR_WRONG' } });
      await limits.secondFactorOf.giveBack(caller.memberId);
      tellPhone(deps, changed.member.phone, secondFactorTexts.registered);
      const token = await renewToken(deps, caller);
      return { recoveryCodes: [...changed.done], token };
    },

    async removeSecondFactor({ caller, requestId }) {
      await requireProof(caller, { sinceSignIn: true });
      const changed = await changeFactor(
        deps,
        caller,
        { action: 'second-factor-removed', requestId },
        async (trx) => (await authenticators.remove(trx, caller.memberId)) || undefined,
      );
      if (changed === undefined) throw failure('SECOND_FACTOR_OFF');
      tellPhone(deps, changed.member.phone, secondFactorTexts.removed);
      return { message: 'Removed' };
    },
  });
}

async function memberOf(db: Database, memberId: MemberId): Promise<MemberRow> {
  const member = await memberById(db, memberId);
  if (member === undefined) throw failure('UNAVAILABLE', undefined, { retryAfterSeconds: 1 });
  return member;
}

/** A change, the end of the other sessions and, of staff, the audit log's entry: all or nothing. */
async function changeFactor<T>(
  { db, sessions }: Pick<SecondFactorDependencies, 'db' | 'sessions'>,
  { memberId, sessionId }: Caller,
  { action, requestId }: { readonly action: AuditAction; readonly requestId: string },
  change: (trx: Database) => Promise<T | undefined>,
): Promise<{ readonly member: MemberRow; readonly done: T } | undefined> {
  const member = await memberOf(db, memberId);
  const done = await db.transaction().execute(async (trx) => {
    const changed = await change(trx);
    if (changed === undefined) return undefined;
    await sessions.revokeAllOf(memberId, { within: trx, except: sessionId });
    const { admin, manager } = member;
    if (admin || manager)
      await recordAudit(trx, {
        ...{ action, requestId, subjectId: memberId },
        actor: { memberId, admin, manager },
      });
    return changed;
  });
  sessions.forget(memberId);
  return done === undefined ? undefined : { member, done };
}
