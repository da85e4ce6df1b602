import type { Ref } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { InputField } from '../../ui/field.tsx';

interface SecondFactorCodeProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
  readonly onChange: (value: string) => void;
}

/** Six digits of the app, or a recovery code: one field takes both. */
export function SecondFactorCode({ value, error, ref, onChange }: SecondFactorCodeProps) {
  const { t } = useTexts();
  return (
    <InputField
      label={t('appCode.label')}
      hint={t('appCode.hint')}
      ref={ref}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      value={value}
      error={error}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
