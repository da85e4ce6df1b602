import { kstDay, monthBefore } from '@matgyo/contracts/kst';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { useFaultText } from '../as-of-field.tsx';
import { faultsOfPoints } from '../as-of-text.ts';
import { TextField } from './text-field.tsx';

/** As typed; an empty `after` is now. */
export type Range = Readonly<Record<'before' | 'after', string>>;

/** The two points in time of a dry run's form; last month where the address has none. */
export function useRange(start: Range, hasRun: boolean) {
  const lastDay = kstDay(monthBefore(new Date().toISOString()).after);
  const [before, setBefore] = useState(start.before || `${lastDay.slice(0, 7)}-01`);
  const [after, setAfter] = useState(hasRun || start.before !== '' ? start.after : lastDay);
  const typed = { before: before.trim(), after: after.trim() };
  const faults = faultsOfPoints(typed, 'before');
  return {
    before,
    setBefore,
    after,
    setAfter,
    faults,
    typed,
    isReadable: faults.before === undefined && faults.after === undefined,
  };
}

interface RangeFieldsProps {
  readonly range: ReturnType<typeof useRange>;
  /** Whether errors are shown. */
  readonly pressed: boolean;
}

export function RangeFields({ range, pressed }: RangeFieldsProps) {
  const { t } = useTexts();
  const faultText = useFaultText();
  const errorOf = (fault: (typeof range.faults)['after']) =>
    pressed ? faultText(fault, t('dryRun.wrongTime')) : undefined;
  return (
    <>
      <TextField
        label={t('period.from')}
        value={range.before}
        onType={range.setBefore}
        error={errorOf(range.faults.before)}
        inputMode="text"
      />
      <TextField
        label={t('period.to')}
        value={range.after}
        onType={range.setAfter}
        placeholder={t('trail.now')}
        error={errorOf(range.faults.after)}
        inputMode="text"
      />
    </>
  );
}
