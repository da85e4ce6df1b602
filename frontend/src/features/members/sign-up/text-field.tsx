import { type ErrorCode, errorCodes } from '@matgyo/contracts/errors/index';
import type { ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import { useErrorTexts } from '../../../i18n/error-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { InputField } from '../../../ui/field.tsx';
import type { SignUpField, SignUpForm } from './sign-up-form.ts';

interface TextFieldProps extends Omit<ComponentProps<typeof InputField>, 'id' | 'error'> {
  readonly name: SignUpField;
  /** Shown instead of the rules' own error. */
  readonly fault?: string | undefined;
  /** Puts what is typed into the form the field keeps. */
  readonly tidy?: (typed: string) => string;
}

/** One line of the form, tied to its rules. */
export function TextField({ name, fault, tidy, ...rest }: TextFieldProps) {
  const { register } = useFormContext<SignUpForm>();
  const ruleError = useFieldError(name);
  const { onChange, ...field } = register(name);
  return (
    <InputField
      errorSpace
      {...rest}
      id={name}
      {...field}
      error={ruleError ?? fault}
      onChange={(event) => {
        if (tidy !== undefined) event.target.value = tidy(event.target.value);
        void onChange(event);
      }}
    />
  );
}

const isCode = (text: string): text is ErrorCode => errorCodes.some((code) => code === text);

/** The sentence under a field. The rules name an error code; anything else they say is not for people. */
export function useFieldError(field: SignUpField): string | undefined {
  const { t } = useTexts();
  const errorTexts = useErrorTexts();
  const {
    formState: { errors },
  } = useFormContext<SignUpForm>();
  const error = errors[field];
  if (error === undefined) return undefined;
  return error.message !== undefined && isCode(error.message)
    ? errorTexts(error.message)
    : t('signUp.badField');
}
