import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure, FormNotice, FormPage } from '../../ui/form-page.tsx';
import { AccountStep } from './sign-up/account-step.tsx';
import { PersonStep } from './sign-up/person-step.tsx';
import { PhoneStep } from './sign-up/phone-step.tsx';
import { PhotoStep } from './sign-up/photo-step.tsx';
import { stepNames } from './sign-up/sign-up-form.ts';
import { SignedUp } from './sign-up/signed-up.tsx';
import { StepTitle } from './sign-up/step-title.tsx';
import { StepsBar } from './sign-up/steps-bar.tsx';
import { useSignUpSteps } from './sign-up/use-sign-up-steps.ts';
import { WalletStep } from './sign-up/wallet-step.tsx';

export default function SignUpPage() {
  const [done, setDone] = useState(false);
  return done ? <SignedUp /> : <SignUpSteps onDone={() => setDone(true)} />;
}

function SignUpSteps({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTexts();
  const { form, step, goTo, wasFurther, phone, photo, sending, next } = useSignUpSteps(onDone);
  const previous = stepNames[stepNames.indexOf(step) - 1];
  return (
    <FormPage
      title={t('session.signUp')}
      intro={
        <>
          {t('signUp.haveAccount')}{' '}
          <Link to="/signin" className="whitespace-nowrap text-accent font-strong">
            {t('session.signIn')}
          </Link>
        </>
      }
    >
      <StepsBar step={step} />
      <FormProvider {...form}>
        <form
          noValidate
          className="mt-6"
          onSubmit={(event) => {
            event.preventDefault();
            void next();
          }}
        >
          <StepTitle step={step} />
          {step === 'account' && wasFurther && <FormNotice>{t('signUp.passwordNotStored')}</FormNotice>}
          {step === 'phone' && <PhoneStep {...phone} />}
          {step === 'account' && <AccountStep />}
          {step === 'person' && <PersonStep />}
          {step === 'wallet' && <WalletStep />}
          {step === 'photo' && <PhotoStep {...photo} />}
          {step === 'photo' && (
            <div className="mt-4">
              <FormFailure text={sending.failure} />
            </div>
          )}
          {(step !== 'phone' || phone.verified !== undefined) && (
            <div className="mt-7 flex gap-2">
              {previous !== undefined && <Button onClick={() => goTo(previous)}>{t('signUp.back')}</Button>}
              <Button type="submit" variant="primary" className="flex-auto" busy={sending.busy}>
                {step === 'photo' ? t('signUp.send') : t('signUp.next')}
              </Button>
            </div>
          )}
        </form>
      </FormProvider>
    </FormPage>
  );
}
