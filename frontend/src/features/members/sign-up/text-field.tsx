import type { ComponentProps } from 'react';
import { useFormContext } from 'react-hook-form';
import { InputField } from '../../../ui/field.tsx';
import { useFieldError } from './field-error.ts';
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
      steady
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
