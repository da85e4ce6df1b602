import { kstDay } from '@matgyo/contracts/kst';
import { monthBefore } from '@matgyo/contracts/month-before';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { serverTime } from '../../../session/server-time.ts';
import { UnitField } from '../../../ui/unit-field.tsx';
import { useFaultText } from '../as-of-field.tsx';
import { faultsOfPoints } from '../as-of-text.ts';

/** As typed; an empty `after` is now. */
export type Range = Readonly<Record<'before' | 'after', string>>;

/** The two points in time of a dry run's form; last month where the address has none. */
export function useRange(start: Range, hasRun: boolean) {
  const lastDay = kstDay(monthBefore(serverTime()).after);
  const [shown, setShown] = useState<Range>({
    before: start.before || `${lastDay.slice(0, 7)}-01`,
    after: hasRun || start.before !== '' ? start.after : lastDay,
  });
  const typed = { before: shown.before.trim(), after: shown.after.trim() };
  const faults = faultsOfPoints(typed, 'before');
  const isReadable = faults.before === undefined && faults.after === undefined;
  return { shown, setShown, typed, faults, isReadable };
}

interface RangeFieldsProps {
  readonly range: ReturnType<typeof useRange>;
  /** Whether errors are shown. */
  readonly pressed: boolean;
}

export function RangeFields({ range: { shown, setShown, faults }, pressed }: RangeFieldsProps) {
  const { t } = useTexts();
  const faultText = useFaultText();
  const errorOf = (fault: (typeof faults)['after']) =>
    pressed ? faultText(fault, t('dryRun.wrongTime')) : undefined;
  return (
    <>
      <UnitField
        label={t('period.from')}
        value={shown.before}
        onType={(before) => setShown({ ...shown, before })}
        error={errorOf(faults.before)}
        inputMode="text"
      />
      <UnitField
        label={t('period.to')}
        value={shown.after}
        onType={(after) => setShown({ ...shown, after })}
        placeholder={t('time.now')}
        error={errorOf(faults.after)}
        inputMode="text"
      />
    </>
  );
}
