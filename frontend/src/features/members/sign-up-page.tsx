import { Check } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link } from 'react-router-dom';
import { useTexts } from '../../i18n/index.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { classes } from '../../ui/class-names.ts';
import { Form, FormFailure, FormNotice, FormPage } from '../../ui/form-page.tsx';
import { AccountStep } from './sign-up/account-step.tsx';
import { PersonStep } from './sign-up/person-step.tsx';
import { PhoneStep } from './sign-up/phone-step.tsx';
import { PhotoStep } from './sign-up/photo-step.tsx';
import { type StepName, stepNames } from './sign-up/sign-up-form.ts';
import { useSignUpSteps } from './sign-up/use-sign-up-steps.ts';
import { WalletStep } from './sign-up/wallet-step.tsx';

export default function SignUpPage() {
  const [nickname, setNickname] = useState<string>();
  return nickname === undefined ? <SignUpSteps onDone={setNickname} /> : <SignedUp nickname={nickname} />;
}

function SignUpSteps({ onDone }: { readonly onDone: (nickname: string) => void }) {
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
      aside={<StepsAhead step={step} />}
    >
      <StepsBar step={step} />
      <FormProvider {...form}>
        <Form className="mt-6" onSubmit={() => void next()}>
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
              <Button
                type="submit"
                variant="primary"
                className="flex-auto"
                busy={sending.busy}
                // A double click's second click would be one on the next step.
                onClick={(event) => event.detail > 1 && event.preventDefault()}
              >
                {step === 'photo' ? t('signUp.send') : t('signUp.next')}
              </Button>
            </div>
          )}
        </Form>
      </FormProvider>
    </FormPage>
  );
}

/** The account exists and waits for an admin: what happens next. */
function SignedUp({ nickname }: { readonly nickname: string }) {
  const { t } = useTexts();
  return (
    <FormPage title={t('signUp.doneTitle')} intro={t('signUp.doneText')}>
      <ol className="grid gap-3">
        {[t('signUp.doneStep1'), t('signUp.doneStep2'), t('signUp.doneStep3')].map((text, index) => (
          <li key={text} className="flex gap-3">
            <span className="w-4 flex-none text-accent font-[700]">{index + 1}</span>
            {text}
          </li>
        ))}
      </ol>
      <ButtonLink to="/signin" state={{ nickname }} variant="primary" className="mt-7 w-full">
        {t('session.signIn')}
      </ButtonLink>
    </FormPage>
  );
}

/** How far the form is, in the fill bar's shape: done solid, here hatched, to come hollow. */
function StepsBar({ step }: { readonly step: StepName }) {
  const { t } = useTexts();
  const here = stepNames.indexOf(step);
  return (
    <div>
      <p className="text-fg-subtle text-small">
        {t('signUp.stepOf', { step: here + 1, steps: stepNames.length })}
      </p>
      <div aria-hidden="true" className="fill-bar mt-1.5" data-thin="">
        {stepNames.map((name, index) => (
          <i
            key={name}
            className={classes(
              'flex-auto',
              index < here ? 'bg-accent' : index === here ? 'fill-reserved' : 'fill-open',
            )}
          />
        ))}
      </div>
    </div>
  );
}

/** What each step asks for, beside the form on a wide window; the bar says how far it is. */
function StepsAhead({ step }: { readonly step: StepName }) {
  const { t } = useTexts();
  const here = stepNames.indexOf(step);
  return (
    <ol aria-hidden="true" className="mt-20 flex-auto max-desk:hidden">
      {stepNames.map((name, index) => (
        <li
          key={name}
          className={classes(
            'flex gap-4 border-line border-b py-3.5 first:pt-0.5 last:border-0',
            index === here ? 'font-[600]' : 'text-fg-subtle',
          )}
        >
          <span className={classes('w-5 font-[700]', index <= here && 'text-accent')}>
            {index < here ? <Check size={20} className="mt-0.5" /> : index + 1}
          </span>
          {t(`signUp.steps.${name}`)}
        </li>
      ))}
    </ol>
  );
}

/** Names the step, and takes the focus when it changes, so that screen readers announce it. */
function StepTitle({ step }: { readonly step: StepName }) {
  const { t } = useTexts();
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    heading.current?.focus();
  }, [step]);
  return (
    <div className="mb-5">
      <h2 ref={heading} tabIndex={-1} className="text-heading outline-none">
        {t(`signUp.${step}Title`)}
      </h2>
      <p className="mt-1 text-fg-muted text-small">{t(`signUp.${step}Text`)}</p>
    </div>
  );
}
