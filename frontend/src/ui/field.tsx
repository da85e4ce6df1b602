import { Eye, EyeOff, TriangleAlert } from 'lucide-react';
import { type ComponentProps, type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTexts } from '../i18n/index.ts';
import { IconButton } from './button.tsx';
import { classes } from './class-names.ts';

/** Links an error to its field. */
const errorId = (id: string) => `${id}-error`;

interface FieldErrorProps {
  readonly id: string;
  readonly error: string | undefined;
  readonly className?: string;
}

/** Announced when it appears. */
export function FieldError({ id, error, className }: FieldErrorProps) {
  return (
    <p
      id={errorId(id)}
      role="alert"
      className={classes('flex items-start gap-1.5 text-danger text-small empty:hidden', className)}
    >
      {error !== undefined && (
        <>
          <TriangleAlert size={16} className="mt-0.5" />
          <span>{error}</span>
        </>
      )}
    </p>
  );
}

const inputBoxClass = classes(
  'flex min-h-11 min-w-0 flex-auto items-center gap-2 rounded-md border border-line-strong bg-canvas px-3 field-box',
  'has-[[aria-invalid=true]]:border-danger has-[:is(input,textarea):read-only]:bg-surface has-[:is(input,textarea):read-only]:text-fg-muted',
);
const inputClass = 'w-full min-w-0 flex-auto bg-transparent outline-none';
const wrappedClass =
  'block field-sizing-content resize-none break-all py-[11px] font-mono text-small leading-5';

/** As in a field of one line. */
function submitOnEnter(event: KeyboardEvent<HTMLInputElement>) {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  event.currentTarget.form?.requestSubmit();
}

interface TextInputProps extends ComponentProps<'input'> {
  readonly id: string;
  readonly error?: string | undefined;
  /** An address: all of it is shown, on two lines where it is longer than the field. */
  readonly wraps?: boolean;
  /** Inside the box, after the text: a unit, a state, a button. */
  readonly after?: ReactNode;
}

export function TextInput({ error, wraps = false, after, className, ...rest }: TextInputProps) {
  // Both take the same properties here.
  const Tag = (wraps ? 'textarea' : 'input') as 'input';
  const describedBy = rest['aria-describedby'] ?? (error === undefined ? undefined : errorId(rest.id));
  return (
    <span className={inputBoxClass}>
      <Tag
        {...rest}
        {...(wraps && { rows: 2, onKeyDown: submitOnEnter })}
        aria-describedby={describedBy}
        aria-invalid={error !== undefined || undefined}
        className={classes(inputClass, wraps ? wrappedClass : 'h-[42px]', className)}
      />
      {after}
    </span>
  );
}

/** With a button to show the password. */
function PasswordInput(props: Omit<TextInputProps, 'type' | 'after'>) {
  const { t } = useTexts();
  const [shown, setShown] = useState(false);
  const Icon = shown ? EyeOff : Eye;
  return (
    <TextInput
      {...props}
      type={shown ? 'text' : 'password'}
      after={
        <IconButton
          small
          label={shown ? t('field.hidePassword') : t('field.showPassword')}
          onClick={() => setShown(!shown)}
          className="-mr-1"
        >
          <Icon size={18} />
        </IconButton>
      }
    />
  );
}

interface InputFieldProps extends Omit<TextInputProps, 'id'> {
  /** Needed where something else refers to the input. */
  readonly id?: string;
  readonly label: string;
  readonly hint?: ReactNode;
  /** Reserves a line for an error that appears when the field is left: a button must not move under a click. */
  readonly errorSpace?: boolean;
  /** A button in the input's row. */
  readonly beside?: ReactNode;
}

/** A label above its input, a hint below, and the error in the hint's place. */
export function InputField({ label, hint, errorSpace, beside, ...input }: InputFieldProps) {
  const ownId = useId();
  const { id = ownId, type, error } = input;
  const hintId = `${id}-hint`;
  const Input = type === 'password' ? PasswordInput : TextInput;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-1.5">
      <label htmlFor={id} className="text-fg-muted text-small font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <Input
          {...input}
          id={id}
          aria-describedby={hint === undefined || error !== undefined ? undefined : hintId}
        />
        {beside}
      </div>
      <FieldError id={id} error={error} />
      {error === undefined && (hint !== undefined || errorSpace === true) && (
        <p id={hintId} className="min-h-5 text-fg-subtle text-small">
          {hint}
        </p>
      )}
    </div>
  );
}
