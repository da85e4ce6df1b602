import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { type ChangeEvent, useRef, useState } from 'react';
import { useErrorTexts } from '../../i18n/error-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { InputField } from '../../ui/field.tsx';

/** A text that a form cannot do without, and what is wrong with it. */
export function useTypedText(start = '') {
  const errorTexts = useErrorTexts();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(start);
  const [error, setError] = useState<string>();
  const change = (next: string) => {
    setText(next);
    setError(undefined);
  };
  /** Shows what is wrong, and selects the text, so that typing replaces it. */
  const fail = (fault: string) => {
    setError(fault);
    input.current?.focus();
    input.current?.select();
  };
  return {
    text,
    change,
    /** Properties of its field. */
    field: {
      ref: input,
      value: text,
      error,
      onChange: (event: ChangeEvent<HTMLInputElement>) => change(event.target.value),
    },
    fail,
    /** The same, of a rule that was broken before anything was sent. */
    breaks: (rule: ErrorCode) => fail(errorTexts(rule)),
  };
}

export type TypedField = ReturnType<typeof useTypedText>['field'];

/** Six digits of the app, or a recovery code: one field takes both. */
export function SecondFactorCode(field: TypedField & { readonly autoFocus?: boolean }) {
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
