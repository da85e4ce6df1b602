import { oneTimeCodePaths } from '@matgyo/contracts/paths/one-time-codes';
import { Check } from 'lucide-react';
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { isFailure } from '../../../api/call-failure.ts';
import { usePolicies, usePublicSettings } from '../../../api/public-settings.ts';
import { useCall } from '../../../api/use-call.ts';
import { tidyPhone } from '../../../format/phone.ts';
import { currentLanguage, useTexts } from '../../../i18n/index.ts';
import { Button } from '../../../ui/button.tsx';
import { CodeField, sentBefore, useCode, useCountdown, useResend } from '../../../ui/code-field.tsx';
import { InputField } from '../../../ui/field.tsx';
import { FormFailure } from '../../../ui/form-page.tsx';
import { toast } from '../../../ui/toast.ts';
import { Consent } from './consent.tsx';
import { useFieldError } from './field-error.ts';
import { useSendPhoneCode } from './requests.ts';
import type { SignUpForm } from './sign-up-form.ts';

interface PhoneStepProps {
  /** The number that has been verified, or undefined. */
  readonly verified: string | undefined;
  readonly onVerified: (phone: string | undefined) => void;
}

/** pending → sent → (resent) → completed; completed locks the number. */
export function PhoneStep({ verified, onVerified }: PhoneStepProps) {
  const { t } = useTexts();
  const { register, setValue } = useFormContext<SignUpForm>();
  const error = useFieldError('phone');
  const [sentTo, setSentTo] = useState<string>();
  const [taken, setTaken] = useState<string>();
  const locked = verified !== undefined;
  const [consent, setConsent] = useState<'given' | 'missing'>();
  const needsConsent = usePolicies().length > 0;
  const requestCode = useRef<() => void>(undefined);
  const send = useSendPhoneCode();
  const resend = useResend();
  const { onChange, ...field } = register('phone');
  return (
    <div className="grid gap-4">
      <InputField
        id="phone"
        label={t('member.phone')}
        hint={t('signUp.phoneHint')}
        {...field}
        onChange={(event) => {
          event.target.value = tidyPhone(event.target.value);
          void onChange(event);
          setSentTo(undefined);
          setTaken(undefined);
          resend.reset();
        }}
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        readOnly={locked || send.isPending}
        error={error === undefined ? taken : `${error} ${t('signUp.phoneExample')}`}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || locked) return;
          event.preventDefault();
          requestCode.current?.();
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
            setSentTo(undefined);
            setValue('phone', '');
          }}
        >
          {t('signUp.phoneChange')}
        </Button>
      ) : (
        <>
          <Consent
            given={consent === 'given'}
            missing={consent === 'missing'}
            onGive={(given) => setConsent(given ? 'given' : undefined)}
          />
          <Verification
            mayRequest={() => {
              if (!needsConsent || consent === 'given') return true;
              setConsent('missing');
              document.getElementById('consent')?.focus();
              return false;
            }}
            send={send}
            resend={resend}
            sentTo={sentTo}
            requestCode={requestCode}
            onSent={setSentTo}
            onVerified={onVerified}
            onTaken={(text) => {
              setSentTo(undefined);
              setTaken(text);
              document.getElementById('phone')?.focus();
            }}
          />
        </>
      )}
    </div>
  );
}

interface VerificationProps {
  readonly send: ReturnType<typeof useSendPhoneCode>;
  readonly resend: ReturnType<typeof useResend>;
  readonly sentTo: string | undefined;
  /** Whether the consent that a code needs is given; if not, it is asked for. */
  readonly mayRequest: () => boolean;
  /** Filled with what pressing Enter at the number does. */
  readonly requestCode: RefObject<(() => void) | undefined>;
  readonly onSent: (phone: string) => void;
  readonly onVerified: (phone: string) => void;
  /** The phone has an account already; the sentence that says so. */
  readonly onTaken: (text: string) => void;
}

function Verification(props: VerificationProps) {
  const { send, resend, sentTo, mayRequest, requestCode, onSent, onVerified, onTaken } = props;
  const { t, failureText } = useTexts();
  const { getValues, trigger } = useFormContext<SignUpForm>();
  const again = sentTo !== undefined;

  const request = useEffectEvent(async () => {
    if (resend.waits || send.isPending) return;
    if (!(await trigger('phone', { shouldFocus: true })) || !mayRequest()) return;
    const phone = getValues('phone').trim();
    send.mutate(
      { phone, again },
      {
        onSuccess: ({ resendAfterSeconds }) => {
          onSent(phone);
          resend.wait(resendAfterSeconds);
          toast({ kind: 'done', text: again ? t('code.smsResent') : t('code.smsSent') });
        },
        onError: (error) => {
          const seconds = sentBefore(error);
          if (seconds === undefined) return;
          onSent(phone);
          resend.wait(seconds);
        },
      },
    );
  });
  useEffect(() => {
    requestCode.current = () => void request();
    return () => {
      requestCode.current = undefined;
    };
  }, [requestCode]);
  const failed = again ? t('code.smsResendFailed') : t('code.smsFailed');
  return (
    <>
      <FormFailure text={failureText(send.error, failed)} />
      <Button
        variant={again ? 'secondary' : 'primary'}
        busy={send.isPending}
        off={resend.waits}
        onClick={() => requestCode.current?.()}
      >
        {resend.label(again)}
      </Button>
      {sentTo !== undefined && (
        <Code phone={sentTo} sentMs={resend.sentMs} onVerified={onVerified} onTaken={onTaken} />
      )}
    </>
  );
}

interface CodeProps extends Pick<VerificationProps, 'onVerified' | 'onTaken'> {
  readonly phone: string;
  /** Milliseconds since 1970. */
  readonly sentMs: number | undefined;
}

function Code({ phone, sentMs, onVerified, onTaken }: CodeProps) {
  const { t, failureText } = useTexts();
  const verify = useCall(oneTimeCodePaths.verifyCode);
  const code = useCode('CODE_REQUIRED');
  // The code is what is requested next.
  useEffect(() => document.getElementById('code')?.focus(), []);
  const check = (complete: string) => {
    if (verify.isPending) return;
    if (!code.isComplete(complete)) return;
    verify.mutate(
      { asVisitor: true, body: { phone, verificationCode: complete, storedLanguage: currentLanguage() } },
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
      <CodeField id="code" label={t('code.label')} {...code.field} onComplete={check} />
      <Validity sentMs={sentMs} />
      <Button variant="primary" busy={verify.isPending} onClick={() => check(code.value)}>
        {t('code.check')}
      </Button>
    </div>
  );
}

function Validity({ sentMs }: Pick<CodeProps, 'sentMs'>) {
  const { t } = useTexts();
  const codes = usePublicSettings()?.codes;
  const seconds = useCountdown(codes && sentMs && sentMs + codes.validSeconds * 1000);
  if (codes === undefined || sentMs === undefined) return null;
  const left = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <p role="timer" className={seconds > 0 ? 'text-fg-subtle text-small' : 'text-danger text-small'}>
      {seconds > 0 ? t('signUp.codeLeft', { left }) : t('signUp.codeExpired')}
    </p>
  );
}
