import { passwordEndpoints } from '@matgyo/contracts/endpoints/passwords';
import { capability, type Route } from '../../platform/http/capability.ts';
import { resendAfterSeconds } from '../one-time-codes/code-store.ts';
import type { IdentityParts } from '../parts.ts';
import { changePassword, recoverPassword } from './new-password.ts';

export const passwordRoutes = (deps: IdentityParts): readonly Route[] =>
  capability(passwordEndpoints, {
    async sendRecoveryCode({ body, ...by }) {
      await deps.accountCodes.send('recovery', { nickname: body.nickname, by }, by.language);
      return { message: 'SMS sent', resendAfterSeconds };
    },
    recoverPassword: recoverPassword(deps),
    changePassword: changePassword(deps),
  });
