import { Clock } from 'lucide-react';
import { useTexts } from '../../i18n/index.ts';
import { SearchField } from '../../ui/filter-field.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { type AsOfFault, faultOfAsOf, readAsOf } from './as-of-text.ts';

/** What to say at a field for a point in time; `unread` describes what it takes. */
export function useFaultText() {
  const { t } = useTexts();
  return (fault: AsOfFault | 'order' | undefined, unread: string = t('report.asOfUnread')) => {
    if (fault === undefined) return undefined;
    if (fault === 'unread') return unread;
    return fault === 'ahead' ? t('report.asOfAhead') : t(`period.${fault}`);
  };
}

/** The point in time in the address, its field, and how to pin it to another. */
export function useAsOf() {
  const address = useAddress();
  const value = address.read('asOf');
  const error = useFaultText()(value === '' ? undefined : faultOfAsOf(value));
  return {
    asOf: readAsOf(value),
    asOfField: { value, error, onWrite: (text: string) => address.type({ asOf: text }) },
    pin: (asOf: string) => address.choose({ asOf }),
  };
}

interface AsOfFieldProps {
  readonly value: string;
  readonly onWrite: (text: string) => void;
  readonly error: string | undefined;
  readonly label?: string;
  readonly hint?: string;
  readonly className?: string;
}

/** A point in the log: a time in Korea or an event's id. A fault is reported at once. */
export function AsOfField({ value, onWrite, error, label, hint, className }: AsOfFieldProps) {
  const { t } = useTexts();
  return (
    <SearchField
      label={label ?? t('report.asOf')}
      placeholder={hint ?? t('report.asOfHint')}
      value={value}
      onSearch={onWrite}
      error={error}
      icon={<Clock size={16} className="text-fg-subtle" />}
      className={className}
    />
  );
}
