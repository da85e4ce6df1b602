import { isStaffPassword } from '@matgyo/contracts/staff-password';
import { useTexts } from '../i18n/index.ts';

/** What is said below a new password while it is typed: the rule, then how easily it is guessed. */
export function usePasswordHint(password: string): string {
  const { t } = useTexts();
  if (password.length < 5) return t('signUp.passwordHint');
  return isStaffPassword(password) ? t('signUp.passwordStrong') : t('signUp.passwordGuessable');
}
