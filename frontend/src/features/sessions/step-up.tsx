import { isConfirmed } from '@matgyo/contracts/confirm-alone';
import { parseKrw } from '@matgyo/contracts/money';
import { sessionPaths } from '@matgyo/contracts/paths/sessions';
import { useEffect, useState } from 'react';
import { useCall } from '../../api/use-call.ts';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import { answerProof, type ProofWay } from '../../session/step-up.ts';
import { Button } from '../../ui/button.tsx';
import { InputField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRefusal } from '../../ui/form-page.tsx';
import { canUsePasskeys, passkeyFailure, useStepUpWithPasskey } from './passkey-calls.ts';
import { SecondFactorCode, type TypedField, useTypedText } from './typed-text.tsx';

interface PromptProps extends StepUpProps {
  /** What the only admin has to type; undefined: a step-up is needed. */
  readonly wanted: string | undefined;
}

/** Requests the password, or another proof, that a call needs. It closes once the session has ended. */
export default function StepUpPrompt({ wanted, ...prompt }: PromptProps) {
  const hasEnded = useSession() === undefined;
  useEffect(() => {
    if (hasEnded) answerProof(false);
  }, [hasEnded]);
  return wanted === undefined ? <StepUp {...prompt} /> : <ConfirmAlone {...prompt} wanted={wanted} />;
}

interface StepUpProps {
  readonly ways: readonly ProofWay[];
  readonly open: boolean;
  readonly onClosed: () => void;
}

/**
 * Asks for the password, a code of the authenticator app or a passkey before a sensitive action, which then continues.
 */
function StepUp({ ways, open, onClosed }: StepUpProps) {
  const { t } = useTexts();
  const stepUp = useCall(sessionPaths.stepUp);
  const byPasskey = useStepUpWithPasskey();
  const [way, setWay] = useState<ProofWay>('password');
  const shown = useTypedText();
  const ofField = ['CURRENT_PASSWORD_WRONG', 'SECOND_FACTOR_WRONG'] as const;
  const { failure, setFailure, refused } = useRefusal(ofField, shown.fail);
  const submit = () => {
    setFailure(undefined);
    const { text } = shown;
    if (text.trim() === '' && way === 'code') return shown.breaks('SECOND_FACTOR_REQUIRED');
    if (text.trim() === '') return shown.fail(t('signIn.passwordRequired'));
    stepUp.mutate(
      { body: way === 'code' ? { code: text } : { password: text } },
      { onSuccess: () => answerProof(true), onError: refused },
    );
  };
  const usePasskey = () => {
    setFailure(undefined);
    byPasskey.mutate(undefined, {
      onSuccess: () => answerProof(true),
      onError: (error) => setFailure(passkeyFailure(error, t)),
    });
  };
  const otherWay = way === 'code' ? 'password' : 'code';
  const useOtherWay = () => {
    setWay(otherWay);
    shown.change('');
    setFailure(undefined);
  };
  return (
    <FormDialog
      open={open}
      busy={stepUp.isPending}
      title={t('stepUp.title')}
      submitLabel={t('stepUp.confirm')}
      failure={failure}
      initialFocus={shown.field.ref}
      onSubmit={submit}
      onClose={() => answerProof(false)}
      onClosed={onClosed}
    >
      <p className="text-fg-muted">{t('stepUp.text')}</p>
      <ProofField way={way} {...shown.field} />
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

interface ProofFieldProps extends TypedField {
  readonly way: ProofWay;
}

function ProofField({ way, ...field }: ProofFieldProps) {
  const { t } = useTexts();
  if (way === 'code') return <SecondFactorCode {...field} />;
  return (
    <InputField {...field} label={t('password.current')} type="password" autoComplete="current-password" />
  );
}

interface ConfirmAloneProps extends Omit<StepUpProps, 'ways'> {
  /** An amount of won or a nickname. */
  readonly wanted: string;
}

/** Asks the only admin to type the amount or name of an action that no other admin can check; the action then continues. */
function ConfirmAlone({ wanted, open, onClosed }: ConfirmAloneProps) {
  const { t, formatKrw } = useTexts();
  const typed = useTypedText();
  const krw = parseKrw(wanted);
  const submit = () => {
    if (isConfirmed(typed.text, wanted)) answerProof(true);
    else typed.fail(t('confirmAlone.wrong'));
  };
  return (
    <FormDialog
      open={open}
      title={t('confirmAlone.title')}
      submitLabel={t('stepUp.confirm')}
      initialFocus={typed.field.ref}
      onSubmit={submit}
      onClose={() => answerProof(false)}
      onClosed={onClosed}
    >
      <p className="text-fg-muted">{t('confirmAlone.text')}</p>
      <p className="font-strong text-figure">{krw === undefined ? wanted : formatKrw(krw)}</p>
      <InputField
        {...typed.field}
        label={t(krw === undefined ? 'confirmAlone.nickname' : 'confirmAlone.krw')}
        autoComplete="off"
      />
    </FormDialog>
  );
}
