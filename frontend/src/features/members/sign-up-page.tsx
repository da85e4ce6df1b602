import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useState } from 'react';
import { FormProvider, type Resolver, useForm } from 'react-hook-form';
import { Link, useSearchParams } from 'react-router-dom';
import { CallFailure } from '../../api/call-failure.ts';
import { failureText } from '../../api/failure-text.ts';
import { useErrorWords } from '../../i18n/error-labels.ts';
import { useTexts } from '../../i18n/index.ts';
import { readStored, writeStored } from '../../session/storage.ts';
import { usePageTitle } from '../../shell/page-title.ts';
import { Button } from '../../ui/button.tsx';
import { FormFailure, FormNotice, FormPage } from '../../ui/form-page.tsx';
import { toast } from '../../ui/toast.ts';
import { AccountStep } from './sign-up/account-step.tsx';
import { forgetDraft, writeDraft } from './sign-up/draft.ts';
import { PersonStep } from './sign-up/person-step.tsx';
import { PhoneStep } from './sign-up/phone-step.tsx';
import { PhotoStep } from './sign-up/photo-step.tsx';
import { faultyField } from './sign-up/refusal.ts';
import { useSignUp } from './sign-up/requests.ts';
import {
  firstOpenStep,
  type SignUpForm,
  type StepName,
  signUpRules,
  startingForm,
  stepFields,
  stepNames,
  stepOf,
} from './sign-up/sign-up-form.ts';
import { SignedUp } from './sign-up/signed-up.tsx';
import { StepTitle } from './sign-up/step-title.tsx';
import { StepsBar } from './sign-up/steps-bar.tsx';
import { WalletStep } from './sign-up/wallet-step.tsx';

export default function SignUpPage() {
  const { t } = useTexts();
  const [done, setDone] = useState(false);
  usePageTitle(t('signUp.title'));
  return done ? <SignedUp /> : <SignUpSteps onDone={() => setDone(true)} />;
}

/** The step is in the address: the browser's back goes one step back and loses nothing. */
function useStep(openStep: () => StepName) {
  const [search, setSearch] = useSearchParams();
  const asked = search.get('step');
  const named = stepNames.find((name) => name === asked) ?? 'phone';
  const furthest = stepNames.indexOf(openStep());
  const step = stepNames.indexOf(named) <= furthest ? named : (stepNames[furthest] ?? 'phone');
  const goTo = (next: StepName, how: { replace: boolean } = { replace: false }) =>
    setSearch(
      (current) => {
        current.set('step', next);
        return current;
      },
      { replace: how.replace },
    );
  return { step, goTo, wasFurther: stepNames.indexOf(named) > furthest };
}

function SignUpSteps({ onDone }: { readonly onDone: () => void }) {
  const { t } = useTexts();
  const errorWords = useErrorWords();
  const [search] = useSearchParams();
  // The number whose verification is done: kept so that a reload does not ask for another code.
  const [verified, setVerified] = useState(() => readStored('verified') ?? undefined);
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
  const signUp = useSignUp();
  const [failure, setFailure] = useState<string>();

  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => writeDraft(values) }),
    [form],
  );

  const markVerified = (phone: string | undefined) => {
    setVerified(phone);
    writeStored('verified', phone ?? null);
    if (phone !== undefined) goTo('account');
  };

  const refused = (error: unknown) => {
    const field = faultyField(error);
    const text = failureText(error, t, t('signUp.unanswered'), t('signUp.failed'));
    if (field === undefined) {
      setFailure(text);
      return;
    }
    if (field === 'photo') setPhotoFault(text);
    else if (error instanceof CallFailure) form.setError(field, { message: error.code });
    // A verification holds for a while only; the number stays typed in.
    if (field === 'phone') {
      setVerified(undefined);
      writeStored('verified', null);
    }
    goTo(stepOf(field));
  };

  const send = () => {
    if (photo === undefined) {
      setPhotoFault(errorWords('IMAGE_REQUIRED'));
      return;
    }
    setFailure(undefined);
    signUp.mutate(
      { form: form.getValues(), photo },
      {
        onSuccess: () => {
          forgetDraft();
          writeStored('verified', null);
          toast({ kind: 'done', text: t('signUp.done') });
          onDone();
        },
        onError: refused,
      },
    );
  };

  const next = async () => {
    const fields = stepFields[step];
    if (!(await form.trigger(fields, { shouldFocus: true }))) return;
    if (step === 'account' && form.getValues('password') !== form.getValues('confirmPassword')) {
      form.setError('confirmPassword', { message: 'PASSWORD_MISMATCH' }, { shouldFocus: true });
      return;
    }
    const following = stepNames[stepNames.indexOf(step) + 1];
    if (following === undefined) send();
    else goTo(following);
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
              <FormFailure text={failure} />
            </div>
          )}
          {(step !== 'phone' || verified !== undefined) && (
            <div className="mt-7 flex gap-2">
              {previous !== undefined && <Button onClick={() => goTo(previous)}>{t('signUp.back')}</Button>}
              <Button type="submit" variant="primary" className="flex-auto" busy={signUp.isPending}>
                {step === 'photo' ? t('signUp.send') : t('signUp.next')}
              </Button>
            </div>
          )}
        </form>
      </FormProvider>
    </FormPage>
  );
}
