import type { ComponentProps } from 'react';
import { InputField } from '../../../ui/field.tsx';

interface TextFieldProps extends ComponentProps<typeof InputField> {
  readonly onType: (text: string) => void;
  readonly unit?: string;
}

export const TextField = ({ onType, unit, ...field }: TextFieldProps) => (
  <InputField
    inputMode="decimal"
    autoComplete="off"
    {...field}
    onChange={(event) => onType(event.target.value)}
    after={unit !== undefined && <span className="flex-none text-fg-subtle text-small">{unit}</span>}
  />
);
