import { passwordLengthMin } from '@matgyo/contracts/password';
import { isStaffPassword } from '@matgyo/contracts/staff-password';
import { useTexts } from '../i18n/index.ts';

/** The hint below a new password: the rule, then its strength. */
export function usePasswordHint(password: string): string {
  const { t } = useTexts();
  if (password.length < passwordLengthMin) return t('signUp.passwordHint');
  return isStaffPassword(password) ? t('signUp.passwordStrong') : t('signUp.passwordGuessable');
}
