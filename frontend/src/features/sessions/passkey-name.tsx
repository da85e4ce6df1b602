import { useRef, useState } from 'react';
import { useErrorTexts } from '../../i18n/error-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { InputField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

interface PasskeyNameProps {
  readonly open: boolean;
  readonly title: string;
  readonly text?: string;
  readonly submitLabel: string;
  /** What the field begins with. */
  readonly name: string;
  readonly busy: boolean;
  readonly failure: string | undefined;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for a passkey's name: of a new one before the browser asks for a finger, and of one there is. */
export default function PasskeyName({ text, name: start, onName, ...dialog }: PasskeyNameProps) {
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(start);
  const [fault, setFault] = useState<string>();
  const submit = () => {
    if (name.trim() !== '') return onName(name.trim());
    setFault(errorTexts('PASSKEY_NAME_REQUIRED'));
    input.current?.focus();
  };
  return (
    <FormDialog {...dialog} initialFocus={input} onSubmit={submit}>
      {text !== undefined && <p className="text-fg-muted">{text}</p>}
      <InputField
        label={t('label.name')}
        ref={input}
        maxLength={60}
        autoComplete="off"
        value={name}
        error={fault}
        onChange={(event) => {
          setName(event.target.value);
          setFault(undefined);
        }}
      />
    </FormDialog>
  );
}
