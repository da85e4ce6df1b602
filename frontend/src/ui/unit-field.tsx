import type { ComponentProps } from 'react';
import { InputField } from './field.tsx';

interface UnitFieldProps extends ComponentProps<typeof InputField> {
  readonly onType: (text: string) => void;
  readonly unit?: string;
}

/** A number being typed, in its unit. */
export const UnitField = ({ onType, unit, ...field }: UnitFieldProps) => (
  <InputField
    inputMode="decimal"
    autoComplete="off"
    {...field}
    onChange={(event) => onType(event.target.value)}
    after={unit !== undefined && <span className="flex-none text-fg-subtle text-small">{unit}</span>}
  />
);
