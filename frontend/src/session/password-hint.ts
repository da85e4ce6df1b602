import { passwordLengthMin } from '@matgyo/contracts/password';
import { isStaffPassword, staffPasswordLengthMin } from '@matgyo/contracts/staff-password';
import { useTexts } from '../i18n/index.ts';

/** The hint below a new password: the rule, then its strength. */
export function usePasswordHint(password: string): string {
  const { t } = useTexts();
  if (password.length < passwordLengthMin) return t('newPassword.hint');
  if (password.length < staffPasswordLengthMin) return t('newPassword.short');
  return isStaffPassword(password) ? t('newPassword.strong') : t('newPassword.guessable');
}
