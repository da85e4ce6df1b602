import { secondFactorEndpoints } from '@matgyo/contracts/endpoints/second-factor';
import { isStaff } from '@matgyo/contracts/roles';
import { capability, type Route } from '../../platform/http/capability.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { memberOf } from '../members/member-query.ts';
import type { IdentityParts } from '../parts.ts';
import { renewToken } from '../sessions/renew-token.ts';
import { changeFactor } from './change-factor.ts';
import { wrongCode } from './redeem-own.ts';

export function secondFactorRoutes(deps: IdentityParts): readonly Route[] {
  const { db, authenticators, limits, requireStepUp, sealedRows } = deps;
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
      const required = deps.config.requireSecondFactor && isStaff(member);
      return {
        on: state !== undefined,
        required,
        passwordWeak: required && session?.password_is_weak === true,
        since: state?.confirmedAt.toISOString() ?? null,
        recoveryCodesLeft: state?.recoveryCodesLeft ?? 0,
      };
    },

    async prepareSecondFactor({ caller }) {
      await requireStepUp(caller, { sinceSignIn: true });
      const prepared = await authenticators.prepare({ id: caller.memberId, nickname: caller.nickname });
      if (prepared === undefined) throw failure('SECOND_FACTOR_ON');
      return prepared;
    },

    async confirmSecondFactor({ caller, body, requestId }) {
      await limits.secondFactorOf.take(caller.memberId, 'session');
      const codes = await changeFactor(deps, caller, {
        action: 'second-factor-registered',
        requestId,
        async change(trx) {
          const recoveryCodes = await authenticators.confirm(trx, caller.memberId, body.code);
          if (recoveryCodes === undefined) throw wrongCode();
          return recoveryCodes;
        },
        enter: (trx) => sealedRows.enter(trx, { 'app.authenticators': [caller.memberId] }),
      });
      await limits.secondFactorOf.giveBack(caller.memberId, 'session');
      return { recoveryCodes: codes, token: await renewToken(deps, caller) };
    },

    async renewRecoveryCodes({ caller, body, requestId }) {
      if ((await authenticators.stateOf(caller.memberId)) === undefined) throw failure('SECOND_FACTOR_OFF');
      await limits.secondFactorOf.take(caller.memberId, 'session');
      const codes = await changeFactor(deps, caller, {
        action: 'recovery-codes-renewed',
        requestId,
        async change(trx) {
          if ((await authenticators.redeem(trx, caller.memberId, body.code)) === undefined) throw wrongCode();
          return authenticators.renewRecoveryCodes(trx, caller.memberId);
        },
      });
      await limits.secondFactorOf.giveBack(caller.memberId, 'session');
      return { recoveryCodes: codes };
    },

    async removeSecondFactor({ caller, requestId }) {
      await requireStepUp(caller, { sinceSignIn: true });
      await changeFactor(deps, caller, {
        action: 'second-factor-removed',
        requestId,
        async change(trx) {
          if (!(await authenticators.remove(trx, caller.memberId))) throw failure('SECOND_FACTOR_OFF');
        },
        enter: (trx) => sealedRows.enter(trx, { 'app.authenticators': [caller.memberId] }),
      });
      return { message: 'Removed', token: await renewToken(deps, caller) };
    },
  });
}
