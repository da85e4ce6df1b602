import type { ComponentProps } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { InputField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useTypedText } from './typed-text.tsx';

interface PasskeyNameProps extends Omit<ComponentProps<typeof FormDialog>, 'children' | 'onSubmit'> {
  readonly text?: string;
  /** What the field begins with. */
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** Asks for a passkey's name: of a new one before the browser asks for a finger, and of one there is. */
export default function PasskeyName({ text, name: start, onName, ...dialog }: PasskeyNameProps) {
  const { t } = useTexts();
  const name = useTypedText(start);
  const submit = () => {
    if (name.text.trim() === '') name.breaks('PASSKEY_NAME_REQUIRED');
    else onName(name.text.trim());
  };
  return (
    <FormDialog {...dialog} initialFocus={name.field.ref} onSubmit={submit}>
      {text !== undefined && <p className="text-fg-muted">{text}</p>}
      <InputField {...name.field} label={t('label.name')} maxLength={60} autoComplete="off" />
    </FormDialog>
  );
}
