import { useTexts } from '../../i18n/index.ts';
import { InputField } from '../../ui/field.tsx';
import type { TypedField } from './typed-text.ts';

/** Six digits of the app, or a recovery code: one field takes both. */
export function SecondFactorCode(field: TypedField) {
  const { t } = useTexts();
  return (
    <InputField
      {...field}
      label={t('appCode.label')}
      hint={t('appCode.hint')}
      autoComplete="one-time-code"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
    />
  );
}
