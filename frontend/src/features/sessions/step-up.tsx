import { isConfirmed } from '@matgyo/contracts/confirm-alone';
import { sessionPaths } from '@matgyo/contracts/paths/sessions';
import { useMutation } from '@tanstack/react-query';
import { type RefObject, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { isFailure } from '../../api/call-failure.ts';
import { useErrorTexts } from '../../i18n/error-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { answerProof, type ProofWay } from '../../session/step-up.ts';
import { Button } from '../../ui/button.tsx';
import { InputField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { canUsePasskeys, passkeyFailure, useStepUpWithPasskey } from './passkey-calls.ts';
import { SecondFactorCode } from './second-factor-code.tsx';

const useStepUp = () =>
  useMutation({
    mutationFn: (shown: { readonly password: string } | { readonly code: string }) =>
      call(sessionPaths.stepUp, { body: shown }),
  });

interface PromptProps extends StepUpProps {
  /** What the only admin has to type; undefined: a step-up is needed. */
  readonly wanted: string | undefined;
}

/** What a call needs before it goes on. */
export default function StepUpPrompt({ wanted, ...prompt }: PromptProps) {
  return wanted === undefined ? <StepUp {...prompt} /> : <ConfirmAlone {...prompt} wanted={wanted} />;
}

interface StepUpProps {
  readonly ways: readonly ProofWay[];
  readonly open: boolean;
  readonly onClosed: () => void;
}

/** Asks for the password, a code of the authenticator app or a passkey before a sensitive action; what was meant then goes on by itself. */
function StepUp({ ways, open, onClosed }: StepUpProps) {
  const { t, failureText } = useTexts();
  const errorTexts = useErrorTexts();
  const input = useRef<HTMLInputElement>(null);
  const stepUp = useStepUp();
  const byPasskey = useStepUpWithPasskey();
  const [way, setWay] = useState<ProofWay>('password');
  const [shown, setShown] = useState('');
  const [fault, setFault] = useState<string>();
  const [failure, setFailure] = useState<string>();
  const refused = (error: unknown) => {
    const text = failureText(error);
    if (!isFailure(error, 'CURRENT_PASSWORD_WRONG', 'SECOND_FACTOR_WRONG')) return setFailure(text);
    setFault(text);
    input.current?.select();
  };
  const submit = () => {
    setFailure(undefined);
    if (shown.trim() === '') {
      setFault(way === 'code' ? errorTexts('SECOND_FACTOR_REQUIRED') : t('signIn.passwordRequired'));
      input.current?.focus();
      return;
    }
    stepUp.mutate(way === 'code' ? { code: shown } : { password: shown }, {
      onSuccess: () => answerProof(true),
      onError: refused,
    });
  };
  const usePasskey = () => {
    setFailure(undefined);
    byPasskey.mutate(undefined, {
      onSuccess: () => answerProof(true),
      onError: (error) => setFailure(passkeyFailure(error, t)),
    });
  };
  const change = (next: string) => {
    setShown(next);
    setFault(undefined);
  };
  const otherWay = way === 'code' ? 'password' : 'code';
  const useOtherWay = () => {
    setWay(otherWay);
    change('');
    setFailure(undefined);
  };
  return (
    <FormDialog
      open={open}
      busy={stepUp.isPending}
      title={t('stepUp.title')}
      submitLabel={t('stepUp.confirm')}
      failure={failure}
      initialFocus={input}
      onSubmit={submit}
      onClose={() => answerProof(false)}
      onClosed={onClosed}
    >
      <p className="text-fg-muted">{t('stepUp.text')}</p>
      <ProofField ref={input} way={way} value={shown} error={fault} onChange={change} />
      <div className="flex flex-wrap gap-2 empty:hidden">
        {ways.includes('passkey') && canUsePasskeys() && (
          <Button size="medium" busy={byPasskey.isPending} onClick={usePasskey}>
            {t('passkey.stepUp')}
          </Button>
        )}
        {ways.includes(otherWay) && (
          <Button variant="quiet" size="medium" onClick={useOtherWay}>
            {way === 'code' ? t('stepUp.withPassword') : t('stepUp.withCode')}
          </Button>
        )}
      </div>
    </FormDialog>
  );
}

interface ProofFieldProps {
  readonly ref: RefObject<HTMLInputElement | null>;
  readonly way: ProofWay;
  readonly value: string;
  readonly error: string | undefined;
  readonly onChange: (text: string) => void;
}

function ProofField({ way, ...field }: ProofFieldProps) {
  const { t } = useTexts();
  if (way === 'code') return <SecondFactorCode {...field} />;
  return (
    <InputField
      {...field}
      label={t('password.current')}
      type="password"
      autoComplete="current-password"
      onChange={(event) => field.onChange(event.target.value)}
    />
  );
}

interface ConfirmAloneProps {
  /** An amount of won or a nickname. */
  readonly wanted: string;
  readonly open: boolean;
  readonly onClosed: () => void;
}

/** Asks the only admin to type the amount or name of an action that no other admin can check; the action then continues. */
function ConfirmAlone({ wanted, open, onClosed }: ConfirmAloneProps) {
  const { t } = useTexts();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const submit = () => {
    if (isConfirmed(typed, wanted)) return answerProof(true);
    setError(t('confirmAlone.wrong'));
    input.current?.select();
  };
  return (
    <FormDialog
      open={open}
      title={t('confirmAlone.title')}
      submitLabel={t('stepUp.confirm')}
      initialFocus={input}
      onSubmit={submit}
      onClose={() => answerProof(false)}
      onClosed={onClosed}
    >
      <p className="text-fg-muted">{t('confirmAlone.text')}</p>
      <p className="font-strong text-figure">{wanted}</p>
      <InputField
        label={t('confirmAlone.label')}
        ref={input}
        autoComplete="off"
        value={typed}
        error={error}
        onChange={(event) => {
          setTyped(event.target.value);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
