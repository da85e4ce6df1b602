import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { passwordFault, passwordLengthMax } from '@matgyo/contracts/password';
import { useState } from 'react';
import { isFailure } from '../../api/call-failure.ts';
import { useErrorTexts } from '../../i18n/error-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { usePasswordHint } from '../../session/password-hint.ts';
import { InputField } from '../../ui/field.tsx';

const fields = ['password', 'confirmPassword'] as const;
type Field = (typeof fields)[number];

/** A new password, typed twice, and what is wrong with it. */
export function useNewPassword() {
  const [typed, setTyped] = useState({ password: '', confirmPassword: '' });
  const [faults, setFaults] = useState<Partial<Record<Field, ErrorCode | undefined>>>({});
  return {
    typed,
    faults,
    change: (field: Field, text: string) => {
      setTyped({ ...typed, [field]: text });
      setFaults({ ...faults, [field]: undefined });
    },
    /** The id of the first field at fault, for the focus; undefined when both are in order. */
    check: (): Field | undefined => {
      const { password, confirmPassword } = typed;
      const found: typeof faults = {
        password: passwordFault(password),
        confirmPassword: password === confirmPassword ? undefined : 'PASSWORD_MISMATCH',
      };
      setFaults(found);
      return fields.find((field) => found[field] !== undefined);
    },
    /** Shows a refusal at the field it is about. Returns whether it was about one of the two. */
    refused: (error: unknown): boolean => {
      if (isFailure(error, 'PASSWORD_TOO_SHORT', 'PASSWORD_INVALID', 'STAFF_PASSWORD_WEAK'))
        setFaults({ password: error.code as ErrorCode });
      else if (isFailure(error, 'PASSWORD_MISMATCH')) setFaults({ confirmPassword: 'PASSWORD_MISMATCH' });
      else return false;
      return true;
    },
  };
}

export function NewPasswordFields({ form }: { readonly form: ReturnType<typeof useNewPassword> }) {
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const { typed, faults, change } = form;
  const hint = usePasswordHint(typed.password);
  const isSame = typed.password !== '' && typed.password === typed.confirmPassword;
  const texts = {
    password: { label: t('newPassword.password'), hint },
    confirmPassword: {
      label: t('newPassword.again'),
      hint: isSame ? t('newPassword.same') : t('newPassword.againHint'),
    },
  };
  return fields.map((field) => {
    const fault = faults[field];
    return (
      <InputField
        key={field}
        id={field}
        {...texts[field]}
        type="password"
        autoComplete="new-password"
        maxLength={passwordLengthMax}
        value={typed[field]}
        error={fault && errorTexts(fault)}
        onChange={(event) => change(field, event.target.value)}
      />
    );
  });
}
