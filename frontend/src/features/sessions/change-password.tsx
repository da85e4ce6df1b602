import { type SubmitEvent, useId, useRef, useState } from 'react';
import { isFailure } from '../../api/call-failure.ts';
import { failureText } from '../../api/failure-text.ts';
import { useErrorTexts } from '../../i18n/error-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Field, PasswordInput } from '../../ui/field.tsx';
import { FormFailure } from '../../ui/form-page.tsx';
import { toast } from '../../ui/toast.ts';
import { NewPasswordFields, useNewPassword } from './new-password.tsx';
import { useChangePassword } from './passwords.ts';

interface ChangePasswordProps {
  readonly open: boolean;
  readonly onClose: () => void;
  readonly onClosed: () => void;
}

/** The old password, and the new one twice. Everywhere else one is signed out, which is announced beforehand. */
export default function ChangePassword({ open, onClose, onClosed }: ChangePasswordProps) {
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const formId = useId();
  const currentInput = useRef<HTMLInputElement>(null);
  const change = useChangePassword();
  const passwords = useNewPassword();
  const [current, setCurrent] = useState('');
  const [currentFault, setCurrentFault] = useState<string>();
  const [failure, setFailure] = useState<string>();

  const refused = (error: unknown) => {
    const text = failureText(error, t, t('password.unanswered'));
    if (isFailure(error, 'CURRENT_PASSWORD_WRONG')) {
      setCurrentFault(text);
      currentInput.current?.select();
    } else if (!passwords.refused(error)) setFailure(text);
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (change.isPending) return;
    setFailure(undefined);
    setCurrentFault(current === '' ? errorTexts('CURRENT_PASSWORD_WRONG') : undefined);
    const badPassword = passwords.check();
    const first = current === '' ? 'currentPassword' : badPassword;
    if (first !== undefined) {
      event.currentTarget.querySelector<HTMLInputElement>(`#${first}`)?.focus();
      return;
    }
    change.mutate(
      { currentPassword: current, password: passwords.password, confirmPassword: passwords.confirm },
      {
        onSuccess: () => {
          toast({ kind: 'done', text: t('password.done') });
          onClose();
        },
        onError: refused,
      },
    );
  };
  return (
    <Dialog
      open={open}
      blocking={change.isPending}
      title={t('password.change')}
      initialFocus={currentInput}
      onClose={onClose}
      onClosed={onClosed}
      failure={<FormFailure text={failure} />}
      footer={
        <>
          <Button onClick={onClose}>{t('close')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            busy={change.isPending}
            className="max-md:flex-auto"
          >
            {t('password.change')}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4 px-8 pt-1 pb-6 max-md:px-5">
        <Field id="currentPassword" label={t('password.current')} error={currentFault}>
          <PasswordInput
            id="currentPassword"
            ref={currentInput}
            autoComplete="current-password"
            value={current}
            error={currentFault}
            onChange={(event) => {
              setCurrent(event.target.value);
              setCurrentFault(undefined);
            }}
          />
        </Field>
        <NewPasswordFields form={passwords} />
        <p className="rounded-md bg-inset px-3.5 py-2.5 text-fg-muted text-small">
          {t('password.othersEnd')}
        </p>
      </form>
    </Dialog>
  );
}
