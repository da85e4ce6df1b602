import { passwordPaths } from '@matgyo/contracts/paths/passwords';
import type { SubmitEvent } from 'react';
import { queryKeys } from '../../api/queries.ts';
import { useCall } from '../../api/use-call.ts';
import { useTexts } from '../../i18n/index.ts';
import { useSession } from '../../session/session.ts';
import type { OpenedOnce } from '../../ui/dialog.tsx';
import { InputField } from '../../ui/field.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useRefusal } from '../../ui/form-page.tsx';
import { NewPasswordFields, useNewPassword } from './new-password.tsx';
import { useRenew } from './sign-in.ts';
import { useTypedText } from './typed-text.tsx';

/** The old password, and the new one twice. Everywhere else one is signed out, which is announced beforehand. */
export default function ChangePassword(dialog: OpenedOnce) {
  const { t } = useTexts();
  const session = useSession();
  const onDone = useRenew(queryKeys.own.secondFactor, queryKeys.own.devices);
  const change = useCall(passwordPaths.changePassword, { onDone, done: t('password.done') });
  const passwords = useNewPassword();
  const current = useTypedText();
  const ofCurrent = ['CURRENT_PASSWORD_WRONG'] as const;
  const { failure, setFailure, refused } = useRefusal(ofCurrent, current.fail, t('password.unanswered'));

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    setFailure(undefined);
    const bad = passwords.check();
    if (current.text === '') return current.breaks('CURRENT_PASSWORD_WRONG');
    if (bad !== undefined) return event.currentTarget.querySelector<HTMLInputElement>(`#${bad}`)?.focus();
    change.mutate(
      { body: { currentPassword: current.text, ...passwords.typed } },
      { onSuccess: dialog.onClose, onError: (error) => passwords.refused(error) || refused(error) },
    );
  };
  return (
    <FormDialog
      {...dialog}
      busy={change.isPending}
      title={t('password.change')}
      submitLabel={t('password.change')}
      failure={failure}
      initialFocus={current.field.ref}
      onSubmit={submit}
    >
      {/* Whose password a password manager has to replace. */}
      <input hidden readOnly autoComplete="username" value={session?.nickname} />
      <InputField
        {...current.field}
        id="currentPassword"
        label={t('password.current')}
        type="password"
        autoComplete="current-password"
      />
      <NewPasswordFields form={passwords} />
      <p className="rounded-md bg-inset px-3.5 py-2.5 text-fg-muted text-small">{t('password.othersEnd')}</p>
    </FormDialog>
  );
}
