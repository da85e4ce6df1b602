import { isConfirmed } from '@matgyo/contracts/confirm-alone';
import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { answerProof } from '../../session/step-up.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';

interface ConfirmAloneProps {
  /** An amount of won or a nickname. */
  readonly wanted: string;
  readonly open: boolean;
  readonly onClosed: () => void;
}

/** Asks the only admin to type the amount or name of an action that no other admin can check; the action then continues. */
export function ConfirmAlone({ wanted, open, onClosed }: ConfirmAloneProps) {
  const { t } = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState('');
  const [error, setError] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    if (isConfirmed(typed, wanted)) return answerProof(true);
    setError(t('confirmAlone.wrong'));
    input.current?.select();
  };
  return (
    <Dialog
      open={open}
      title={t('confirmAlone.title')}
      initialFocus={input}
      onClose={() => answerProof(false)}
      onClosed={onClosed}
      footer={
        <>
          <Button onClick={() => answerProof(false)}>{t('dismiss')}</Button>
          <Button type="submit" form={id} variant="primary" className="max-md:flex-auto">
            {t('stepUp.confirm')}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4 px-8 pt-1 pb-6 max-md:px-5">
        <p className="text-fg-muted">{t('confirmAlone.text')}</p>
        <p className="font-strong text-figure">{wanted}</p>
        <Field id={`${id}-typed`} label={t('confirmAlone.label')} error={error}>
          <TextInput
            ref={input}
            id={`${id}-typed`}
            autoComplete="off"
            value={typed}
            error={error}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
      </form>
    </Dialog>
  );
}
