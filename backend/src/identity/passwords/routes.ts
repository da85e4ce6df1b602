import { passwordEndpoints } from '@matgyo/contracts/endpoints/passwords';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { WorkChallenges } from '../../platform/http/work-challenges.ts';
import type { SealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import type { PhoneNotifyDependencies } from '../members/phone-changes.ts';
import type { AccountCodes } from '../one-time-codes/account-codes.ts';
import { resendAfterSeconds } from '../one-time-codes/code-store.ts';
import type { Passkeys } from '../passkeys/passkeys.ts';
import type { AccountCheck } from '../sessions/account-check.ts';
import type { KnownNetworks } from '../sessions/known-networks.ts';
import type { TokenRenewal } from '../sessions/renew-token.ts';
import { changePassword } from './change-password.ts';
import type { OwnPasswordDependencies } from './own-password.ts';
import { recoverPassword } from './recover-password.ts';

export interface PasswordDependencies extends OwnPasswordDependencies, PhoneNotifyDependencies, TokenRenewal {
  readonly accountCodes: AccountCodes;
  readonly knownNetworks: KnownNetworks;
  readonly sealedRows: SealedRows;
  readonly challenges: WorkChallenges;
  readonly passkeys: Passkeys;
  readonly accountCheck: AccountCheck;
}

/** Changing the password while signed in, and recovering a forgotten one. */
export const passwordRoutes = (deps: PasswordDependencies): readonly Route[] =>
  capability(passwordEndpoints, {
    async sendRecoveryCode({ body, ...by }) {
      await deps.accountCodes.send('recovery', { nickname: body.nickname, by }, by.language);
      return { message: 'SMS sent', resendAfterSeconds };
    },
    recoverPassword: recoverPassword(deps),
    changePassword: changePassword(deps),
  });
