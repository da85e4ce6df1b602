import { kstDay, monthBefore } from '@matgyo/contracts/kst';
import { useState } from 'react';
import { useTexts } from '../../../i18n/index.ts';
import { readAsOf } from '../as-of-text.ts';
import { TextField } from './text-field.tsx';

export interface Range {
  readonly before: string;
  /** Empty: now. */
  readonly after: string;
}

/** The two points in time of a dry run's form as typed; last month until it is sent. */
export function useRange(start: Range, hasRun: boolean) {
  const lastDay = kstDay(monthBefore(new Date().toISOString()).after);
  const [before, setBefore] = useState(start.before || `${lastDay.slice(0, 7)}-01`);
  const [after, setAfter] = useState(hasRun ? start.after : lastDay);
  const isWrong = {
    before: readAsOf(before) === undefined,
    after: after.trim() !== '' && readAsOf(after) === undefined,
  };
  return {
    before,
    setBefore,
    after,
    setAfter,
    isWrong,
    typed: { before: before.trim(), after: after.trim() },
    isReadable: !isWrong.before && !isWrong.after,
  };
}

interface RangeFieldsProps {
  readonly range: ReturnType<typeof useRange>;
  /** Whether errors are shown. */
  readonly pressed: boolean;
}

export function RangeFields({ range, pressed }: RangeFieldsProps) {
  const { t } = useTexts();
  const errorIf = (wrong: boolean) => (pressed && wrong ? t('dryRun.wrongTime') : undefined);
  return (
    <>
      <TextField
        label={t('dryRun.from')}
        value={range.before}
        onType={range.setBefore}
        error={errorIf(range.isWrong.before)}
        inputMode="text"
      />
      <TextField
        label={t('dryRun.to')}
        value={range.after}
        onType={range.setAfter}
        placeholder={t('trail.now')}
        error={errorIf(range.isWrong.after)}
        inputMode="text"
      />
    </>
  );
}
