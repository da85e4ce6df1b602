import type { ComponentProps } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { InputField } from '../../../ui/field.tsx';

/** A price being typed, in won. */
export function PriceField(props: ComponentProps<typeof InputField>) {
  const { t } = useTexts();
  return (
    <InputField
      {...props}
      inputMode="decimal"
      autoComplete="off"
      className="text-right"
      after={<span className="whitespace-nowrap text-fg-subtle text-small">{t('unit.krw')}</span>}
    />
  );
}
