import type { ComponentProps, ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field, TextInput } from '../../../ui/field.tsx';
import { useFieldError } from './field-error.ts';
import type { SignUpField, SignUpForm } from './sign-up-form.ts';

interface TextFieldProps extends Omit<ComponentProps<'input'>, 'id' | 'name'> {
  readonly name: SignUpField;
  readonly label: string;
  readonly hint?: ReactNode;
  readonly after?: ReactNode;
  /** Shown instead of the rules' own error. */
  readonly fault?: string | undefined;
  /** Puts what is typed into the form the field keeps. */
  readonly tidy?: (typed: string) => string;
}

/** One line of the form, tied to its rules. */
export function TextField({ name, label, hint, after, fault, tidy, ...rest }: TextFieldProps) {
  const { register } = useFormContext<SignUpForm>();
  const ruleError = useFieldError(name);
  const error = ruleError ?? fault;
  const { onChange, ...field } = register(name);
  return (
    <Field steady id={name} label={label} hint={hint} error={error}>
      <TextInput
        {...rest}
        id={name}
        {...field}
        error={error}
        after={after}
        onChange={(event) => {
          if (tidy !== undefined) event.target.value = tidy(event.target.value);
          void onChange(event);
        }}
      />
    </Field>
  );
}
