import { useTexts } from '../../../i18n/index.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { FormPage } from '../../../ui/form-page.tsx';

/** The account exists and waits for an admin: what happens next. */
export function SignedUp() {
  const { t } = useTexts();
  return (
    <FormPage title={t('signUp.doneTitle')} intro={t('signUp.doneText')}>
      <ol className="grid gap-3">
        {[t('signUp.doneStep1'), t('signUp.doneStep2'), t('signUp.doneStep3')].map((text, index) => (
          <li key={text} className="flex gap-3">
            <span className="w-4 text-accent font-[700]">{index + 1}</span>
            {text}
          </li>
        ))}
      </ol>
      <ButtonLink to="/signin" variant="primary" className="mt-7 w-full">
        {t('session.signIn')}
      </ButtonLink>
    </FormPage>
  );
}
