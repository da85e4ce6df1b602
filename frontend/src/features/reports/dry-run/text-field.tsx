import { InputField } from '../../../ui/field.tsx';

interface TextFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onType: (text: string) => void;
  readonly error: string | undefined;
  /** The unit. */
  readonly after?: string;
  readonly placeholder?: string;
  readonly inputMode?: 'text' | 'decimal';
}

export function TextField(props: TextFieldProps) {
  const { label, value, onType, error, after, placeholder, inputMode = 'decimal' } = props;
  return (
    <InputField
      label={label}
      value={value}
      error={error}
      placeholder={placeholder}
      inputMode={inputMode}
      autoComplete="off"
      onChange={(event) => onType(event.target.value)}
      after={after !== undefined && <span className="flex-none text-fg-subtle text-small">{after}</span>}
    />
  );
}
