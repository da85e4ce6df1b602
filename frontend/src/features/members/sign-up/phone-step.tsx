import { oneTimeCodePaths } from '@matgyo/contracts/paths/one-time-codes';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { isFailure } from '../../../api/call-failure.ts';
import { usePolicies, usePublicSettings } from '../../../api/public-settings.ts';
import { useCall } from '../../../api/use-call.ts';
import { tidyPhone } from '../../../format/phone.ts';
import { currentLanguage, useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField, sentBefore, useCode, useCountdown, useResend } from '../../../ui/code-field.tsx';
import { InputField } from '../../../ui/field.tsx';
import { FormFailure, FormNotice } from '../../../ui/form-page.tsx';
import { Consent, type ConsentState } from './consent.tsx';
import type { SignUpForm } from './sign-up-form.ts';
import { useFieldError } from './text-field.tsx';

interface PhoneStepProps {
  /** The number that has been verified, or undefined. */
  readonly verified: string | undefined;
  readonly onVerified: (phone: string | undefined) => void;
}

/**
 * pending → sent → (resent) → completed; completed locks the number. An error is one line, as the hint: what is below
 * must not move under a click that leaves the field.
 */
export function PhoneStep({ verified, onVerified }: PhoneStepProps) {
  const { t } = useTexts();
  const { register, setValue, trigger } = useFormContext<SignUpForm>();
  const error = useFieldError('phone');
  const [taken, setTaken] = useState<string>();
  const [consent, setConsent] = useState<ConsentState>();
  const needsConsent = usePolicies().length > 0;
  const sms = useSms(() => {
    if (!needsConsent || consent === 'given') return true;
    setConsent('missing');
    document.getElementById('consent')?.focus();
    return false;
  });
  const { sentTo, resend } = sms;
  const secondsLeft = useCodeSecondsLeft(resend.sentMs);
  const expired = secondsLeft === 0;
  const locked = verified !== undefined;
  const { onChange, ...field } = register('phone');
  return (
    <div className="grid gap-4">
      <InputField
        id="phone"
        label={t('member.phone')}
        hint={usePhoneHint()}
        {...field}
        onChange={(event) => {
          event.target.value = tidyPhone(event.target.value);
          void onChange(event);
          if (error !== undefined) void trigger('phone');
          sms.forget();
          setTaken(undefined);
          resend.reset();
        }}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        readOnly={locked || sms.isSending}
        error={error ?? taken}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || locked) return;
          event.preventDefault();
          void sms.request();
        }}
        after={
          locked && (
            <span className="inline-flex items-center gap-1 whitespace-nowrap text-accent text-small font-strong">
              <Check size={16} strokeWidth={2} />
              {t('signUp.phoneDone')}
            </span>
          )
        }
      />
      {locked ? (
        <Button
          variant="quiet"
          size="medium"
          className="-ml-3 justify-self-start"
          onClick={() => {
            onVerified(undefined);
            sms.forget();
            setValue('phone', '');
          }}
        >
          {t('signUp.phoneChange')}
        </Button>
      ) : (
        <>
          <Consent consent={consent} onChange={setConsent} />
          <FormFailure text={sms.failure} />
          {sms.wasSentBefore && <FormNotice className="">{t('signUp.codeSentBefore')}</FormNotice>}
          <Button
            variant={sentTo === undefined || expired ? 'primary' : 'secondary'}
            busy={sms.isSending}
            off={resend.waits}
            onClick={() => void sms.request()}
          >
            {resend.label(sentTo !== undefined)}
          </Button>
          {sentTo !== undefined && (
            <Code
              phone={sentTo}
              secondsLeft={secondsLeft}
              onVerified={onVerified}
              onTaken={(text) => {
                sms.forget();
                setTaken(text);
                document.getElementById('phone')?.focus();
              }}
            />
          )}
        </>
      )}
    </div>
  );
}

/** Which numbers are taken, where these are Korean ones only. */
function usePhoneHint(): string {
  const { t } = useTexts();
  const onlyKorea = usePublicSettings()?.phoneCountries.join() === 'KR';
  return onlyKorea ? t('signUp.phoneHintKorea') : t('signUp.phoneHint');
}

/** Sends a code to the number typed in. `mayRequest`: whether the consent that takes is given; if not, it is asked for. */
function useSms(mayRequest: () => boolean) {
  const { t, failureText } = useTexts();
  const { getValues, trigger } = useFormContext<SignUpForm>();
  const resend = useResend();
  const [sentTo, setSentTo] = useState<string>();
  const again = sentTo !== undefined;
  const send = useCall(again ? oneTimeCodePaths.resendCode : oneTimeCodePaths.sendCode, {
    done: again ? t('code.smsResent') : t('code.smsSent'),
  });
  const request = async () => {
    if (resend.waits || send.isPending) return;
    if (!(await trigger('phone', { shouldFocus: true })) || !mayRequest()) return;
    const phone = getValues('phone').trim();
    send.mutate(
      { asVisitor: true, body: { phone, storedLanguage: currentLanguage() } },
      resend.after(() => setSentTo(phone)),
    );
  };
  return {
    sentTo,
    resend,
    request,
    forget: () => setSentTo(undefined),
    isSending: send.isPending,
    wasSentBefore: sentBefore(send.error) !== undefined,
    failure:
      sentBefore(send.error) === undefined
        ? failureText(send.error, again ? t('code.smsResendFailed') : t('code.smsFailed'))
        : undefined,
  };
}

interface CodeProps {
  readonly phone: string;
  /** How long the code is valid; undefined if that is not known. */
  readonly secondsLeft: number | undefined;
  readonly onVerified: (phone: string) => void;
  /** The phone has an account already; the sentence that says so. */
  readonly onTaken: (text: string) => void;
}

function Code({ phone, secondsLeft, onVerified, onTaken }: CodeProps) {
  const { t, failureText } = useTexts();
  const expired = secondsLeft === 0;
  const verify = useCall(oneTimeCodePaths.verifyCode);
  const code = useCode('CODE_REQUIRED');
  const check = (complete: string) => {
    if (verify.isPending || !code.isComplete(complete)) return;
    verify.mutate(
      {
        asVisitor: true,
        cookies: true,
        body: { phone, verificationCode: complete, storedLanguage: currentLanguage() },
      },
      {
        onSuccess: () => onVerified(phone),
        onError: (error) => {
          if (isFailure(error, 'PHONE_TAKEN')) return onTaken(failureText(error));
          code.restart(failureText(error, t('code.checkFailed')));
        },
      },
    );
  };
  return (
    <div className="grid gap-3">
      <CodeField
        id="code"
        label={t('code.label')}
        {...code.field}
        autoFocus
        // Of a code that is too old, the server says only that it is wrong.
        error={expired ? t('signUp.codeExpired') : code.field.error}
        onComplete={check}
      />
      <Validity secondsLeft={secondsLeft} />
      <Button
        variant={expired ? 'secondary' : 'primary'}
        busy={verify.isPending}
        onClick={() => check(code.value)}
      >
        {t('code.check')}
      </Button>
    </div>
  );
}

function useCodeSecondsLeft(sentMs: number | undefined): number | undefined {
  const codes = usePublicSettings()?.codes;
  const seconds = useCountdown(codes && sentMs && sentMs + codes.validSeconds * 1000);
  return codes === undefined || sentMs === undefined ? undefined : seconds;
}

function Validity({ secondsLeft = 0 }: Partial<Pick<CodeProps, 'secondsLeft'>>) {
  const { t } = useTexts();
  if (secondsLeft === 0) return null;
  const left = `${Math.floor(secondsLeft / 60)}:${String(secondsLeft % 60).padStart(2, '0')}`;
  return (
    <p role="timer" className="text-fg-subtle text-small">
      {t('signUp.codeLeft', { left })}
    </p>
  );
}
