import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { passwordFault, passwordLengthMax } from '@matgyo/contracts/password';
import { useState } from 'react';
import { isFailure } from '../../api/call-failure.ts';
import { useErrorTexts } from '../../i18n/error-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { usePasswordHint } from '../../session/password-hint.ts';
import { InputField } from '../../ui/field.tsx';

interface Faults {
  readonly password?: ErrorCode | undefined;
  readonly confirm?: ErrorCode | undefined;
}

/** A new password, typed twice, and what is wrong with it. */
export function useNewPassword() {
  const [password, setPassword] = useState('');
  const [confirm, setConfirm] = useState('');
  const [faults, setFaults] = useState<Faults>({});
  return {
    password,
    confirm,
    /** For a call that sets it. */
    typed: { password, confirmPassword: confirm },
    faults,
    setPassword: (next: string) => {
      setPassword(next);
      setFaults({ ...faults, password: undefined });
    },
    setConfirm: (next: string) => {
      setConfirm(next);
      setFaults({ ...faults, confirm: undefined });
    },
    /** The id of the first field at fault, for the focus; undefined when both are in order. */
    check: (): string | undefined => {
      const found: Faults = {
        password: passwordFault(password),
        confirm: password === confirm ? undefined : 'PASSWORD_MISMATCH',
      };
      setFaults(found);
      if (found.password !== undefined) return 'password';
      return found.confirm === undefined ? undefined : 'confirmPassword';
    },
    /** Shows a refusal at the field it is about. Returns whether it was about one of the two. */
    refused: (error: unknown): boolean => {
      if (isFailure(error, 'PASSWORD_TOO_SHORT', 'PASSWORD_INVALID', 'STAFF_PASSWORD_WEAK'))
        setFaults({ password: error.code as ErrorCode });
      else if (isFailure(error, 'PASSWORD_MISMATCH')) setFaults({ confirm: 'PASSWORD_MISMATCH' });
      else return false;
      return true;
    },
  };
}

export function NewPasswordFields({ form }: { readonly form: ReturnType<typeof useNewPassword> }) {
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const hint = usePasswordHint(form.password);
  const { password, confirm } = form.faults;
  const same = form.password !== '' && form.password === form.confirm;
  return (
    <>
      <InputField
        id="password"
        label={t('newPassword.password')}
        hint={hint}
        type="password"
        autoComplete="new-password"
        maxLength={passwordLengthMax}
        value={form.password}
        error={password && errorTexts(password)}
        onChange={(event) => form.setPassword(event.target.value)}
      />
      <InputField
        id="confirmPassword"
        label={t('newPassword.again')}
        hint={same ? t('newPassword.same') : t('newPassword.againHint')}
        type="password"
        autoComplete="new-password"
        maxLength={passwordLengthMax}
        value={form.confirm}
        error={confirm && errorTexts(confirm)}
        onChange={(event) => form.setConfirm(event.target.value)}
      />
    </>
  );
}
