import { zodResolver } from '@hookform/resolvers/zod';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { FormProvider, type Resolver, useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router-dom';
import { CallFailure } from '../../api/call-failure.ts';
import { useErrorWords } from '../../i18n/error-labels.ts';
import { useTexts } from '../../i18n/index.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure, FormNotice, FormPage } from '../../ui/form-page.tsx';
import { AccountStep } from './sign-up/account-step.tsx';
import { writeDraft } from './sign-up/draft.ts';
import { PersonStep } from './sign-up/person-step.tsx';
import { PhoneStep } from './sign-up/phone-step.tsx';
import { PhotoStep } from './sign-up/photo-step.tsx';
import { nicknameQuery } from './sign-up/requests.ts';
import {
  firstOpenStep,
  type SignUpForm,
  signUpRules,
  startingForm,
  stepFields,
  stepNames,
  stepOf,
} from './sign-up/sign-up-form.ts';
import { SignedUp } from './sign-up/signed-up.tsx';
import { StepTitle } from './sign-up/step-title.tsx';
import { StepsBar } from './sign-up/steps-bar.tsx';
import { useSendSignUp } from './sign-up/use-send-sign-up.ts';
import { useStep } from './sign-up/use-step.ts';
import { useVerifiedPhone } from './sign-up/use-verified-phone.ts';
import { WalletStep } from './sign-up/wallet-step.tsx';

export default function SignUpPage() {
  const { t } = useTexts();
  const [done, setDone] = useState(false);
  usePageTitle(t('signUp.title'));
  return done ? <SignedUp /> : <SignUpSteps onDone={() => setDone(true)} />;
}

function SignUpSteps({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTexts();
  const errorWords = useErrorWords();
  const [search] = useSearchParams();
  const queryClient = useQueryClient();
  const [verified, setVerified] = useVerifiedPhone();
  const [photo, setPhoto] = useState<Blob>();
  const [photoFault, setPhotoFault] = useState<string>();
  const form = useForm<SignUpForm>({
    // The form keeps text; the rules turn some of it into something else, which is not wanted here.
    resolver: zodResolver(signUpRules, undefined, { raw: true }) as unknown as Resolver<SignUpForm>,
    defaultValues: {
      ...startingForm(search.get('referralCode')),
      ...(verified !== undefined && { phone: verified }),
    },
    mode: 'onTouched',
  });
  const { step, goTo, wasFurther } = useStep(() => firstOpenStep(form.getValues(), verified !== undefined));
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(values) }),
    [form],
  );

  const isTaken = async (nickname: string): Promise<boolean> => {
    if (nickname === '') return false;
    // Without an answer the form goes on: the server checks the nickname again at the end.
    const answer = await queryClient.fetchQuery(nicknameQuery(nickname)).catch(() => undefined);
    return answer?.exists === true;
  };

  const markVerified = (phone: string | undefined) => {
    setVerified(phone);
    if (phone !== undefined) goTo('account');
  };

  const sending = useSendSignUp(onDone, ({ field, text, error }) => {
    if (field === 'photo') setPhotoFault(text);
    else if (error instanceof CallFailure) form.setError(field, { message: error.code });
    // A verification holds for a while only; the number stays typed in.
    if (field === 'phone') setVerified(undefined);
    goTo(stepOf(field));
  });

  const next = async () => {
    // The field itself shows that the nickname is taken.
    const taken = step === 'account' && (await isTaken(form.getValues('nickname').trim()));
    const valid = await form.trigger(stepFields[step], { shouldFocus: !taken });
    if (taken) form.setFocus('nickname');
    if (taken || !valid) return;
    if (step === 'account' && form.getValues('password') !== form.getValues('confirmPassword')) {
      form.setError('confirmPassword', { message: 'PASSWORD_MISMATCH' }, { shouldFocus: true });
      return;
    }
    const following = stepNames[stepNames.indexOf(step) + 1];
    if (following !== undefined) goTo(following);
    else if (photo === undefined) setPhotoFault(errorWords('IMAGE_REQUIRED'));
    else sending.send(form.getValues(), photo);
  };

  const previous = stepNames[stepNames.indexOf(step) - 1];
  return (
    <FormPage
      title={t('signUp.title')}
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
          {step === 'account' && wasFurther && <FormNotice>{t('signUp.passwordNotKept')}</FormNotice>}
          {step === 'phone' && <PhoneStep verified={verified} onVerified={markVerified} />}
          {step === 'account' && <AccountStep />}
          {step === 'person' && <PersonStep />}
          {step === 'wallet' && <WalletStep />}
          {step === 'photo' && (
            <PhotoStep
              photo={photo}
              fault={photoFault}
              onPhoto={(next) => {
                setPhoto(next);
                setPhotoFault(undefined);
              }}
            />
          )}
          {step === 'photo' && (
            <div className="mt-4">
              <FormFailure text={sending.failure} />
            </div>
          )}
          {(step !== 'phone' || verified !== undefined) && (
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
