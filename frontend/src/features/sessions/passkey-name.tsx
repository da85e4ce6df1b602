import { type SubmitEvent, useId, useRef, useState } from 'react';
import { useErrorTexts } from '../../i18n/error-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/form-page.tsx';

interface PasskeyNameProps {
  readonly open: boolean;
  readonly title: string;
  readonly text?: string;
  readonly confirmLabel: string;
  /** What the field begins with. */
  readonly name: string;
  readonly busy: boolean;
  readonly failure: string | undefined;
  readonly onName: (name: string) => void;
  readonly onClose: () => void;
}

/** Asks for a passkey's name: of a new one before the browser asks for a finger, and of one there is. */
export default function PasskeyName(props: PasskeyNameProps) {
  const { open, title, text, confirmLabel, busy, failure, onName, onClose } = props;
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [name, setName] = useState(props.name);
  const [fault, setFault] = useState<string>();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    if (name.trim() !== '') return onName(name.trim());
    setFault(errorTexts('PASSKEY_NAME_REQUIRED'));
    input.current?.focus();
  };
  return (
    <Dialog
      open={open}
      blocking={busy}
      title={title}
      initialFocus={input}
      onClose={onClose}
      failure={<FormFailure text={failure} />}
      footer={
        <>
          <Button onClick={onClose}>{t('dismiss')}</Button>
          <Button type="submit" form={id} variant="primary" busy={busy} className="max-md:flex-auto">
            {confirmLabel}
          </Button>
        </>
      }
    >
      <form id={id} noValidate onSubmit={submit} className="grid gap-4 px-8 pt-1 pb-6 max-md:px-5">
        {text !== undefined && <p className="text-fg-muted">{text}</p>}
        <Field id={`${id}-name`} label={t('label.name')} error={fault}>
          <TextInput
            id={`${id}-name`}
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
        </Field>
      </form>
    </Dialog>
  );
}
