import { z } from 'zod';
import { passwordPaths } from '../paths/passwords.ts';
import { endpoint, messageResponse, storedLanguage } from './endpoint.ts';
import { currentPasswordField, newPassword, passwordConfirmed } from './member-fields.ts';
import { accountCode, accountNickname, codeSent } from './one-time-codes.ts';

const passwordErrors = ['PASSWORD_TOO_SHORT', 'PASSWORD_INVALID', 'PASSWORD_MISMATCH'] as const;

export const passwordEndpoints = {
  sendRecoveryCode: endpoint(passwordPaths.sendRecoveryCode, {
    summary:
      'Sends a six-digit code for a new password to the phone of an account. The answer is the same whether or not there is such an account.',
    body: z.object({ nickname: accountNickname, storedLanguage }),
    response: codeSent,
    errors: ['NICKNAME_REQUIRED', 'CODE_TOO_SOON', 'CHALLENGE_REQUIRED'],
  }),
  recoverPassword: endpoint(passwordPaths.recoverPassword, {
    summary:
      'Sets a new password with the code that `/user/recover-password/code` sent, and ends all sessions. A code for anything else does not count here. Of staff the password needs what `PUT /user/password` asks for.',
    body: z
      .object({ nickname: accountNickname, code: accountCode, ...newPassword, storedLanguage })
      .refine(...passwordConfirmed),
    response: messageResponse,
    errors: [
      ...(['NICKNAME_REQUIRED', 'OTP_REQUIRED', 'OTP_WRONG', 'STAFF_PASSWORD_WEAK'] as const),
      ...passwordErrors,
      'CHALLENGE_REQUIRED',
      'RECORD_MISMATCH',
    ],
  }),
  changePassword: endpoint(passwordPaths.changePassword, {
    summary:
      "Changes one's own password and ends one's other sessions; this one goes on, with the token answered. Staff's has at least 12 characters and more than common words.",
    body: z
      .object({ currentPassword: currentPasswordField, ...newPassword, storedLanguage })
      .refine(...passwordConfirmed),
    response: messageResponse.extend({ token: z.string() }),
    errors: ['CURRENT_PASSWORD_WRONG', 'STAFF_PASSWORD_WEAK', 'RECORD_MISMATCH', ...passwordErrors],
  }),
} as const;
