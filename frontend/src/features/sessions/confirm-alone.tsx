import { isConfirmed } from '@matgyo/contracts/confirm-alone';
import { useRef, useState } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { answerProof } from '../../session/step-up.ts';
import { InputField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface ConfirmAloneProps {
  /** An amount of won or a nickname. */
  readonly wanted: string;
  readonly open: boolean;
  readonly onClosed: () => void;
}

/** Asks the only admin to type the amount or name of an action that no other admin can check; the action then continues. */
export function ConfirmAlone({ wanted, open, onClosed }: ConfirmAloneProps) {
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
