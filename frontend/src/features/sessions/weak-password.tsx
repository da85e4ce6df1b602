import { useTexts } from '../../i18n/index.ts';
import { FormNotice } from '../../ui/form-page.tsx';
import { PasswordButton } from './password-button.tsx';
import { useSecondFactor } from './second-factor-calls.ts';

/** Shown to staff whose role waits for a better password. */
export function WeakPassword() {
  const { t } = useTexts();
  const { data } = useSecondFactor();
  if (data?.passwordWeak !== true) return null;
  return (
    <section aria-labelledby="weak-password" className="mt-8">
      <h2 id="weak-password" className="mb-3 text-heading">
        {t('member.password')}
      </h2>
      <FormNotice>{t('app.passwordWeak')}</FormNotice>
      <PasswordButton />
    </section>
  );
}
