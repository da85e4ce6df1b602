import { type Ref, useId } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { Field, TextInput } from '../../ui/field.tsx';

interface SecondFactorCodeProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
  readonly onChange: (value: string) => void;
}

/** Six digits of the app, or a recovery code: one field takes both. */
export function SecondFactorCode({ value, error, ref, onChange }: SecondFactorCodeProps) {
  const { t } = useTexts();
  const id = useId();
  return (
    <Field id={id} label={t('appCode.label')} hint={t('appCode.hint')} error={error}>
      <TextInput
        id={id}
        ref={ref}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={20}
        value={value}
        error={error}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
