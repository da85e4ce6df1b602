import { dateInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { serverTime } from '../../session/server-time.ts';
import { Chips } from '../../ui/choice.tsx';
import { DaysField } from '../../ui/filter-field.tsx';
import { useAddress } from '../../ui/use-address.ts';
import type { Period } from './own-trades.ts';
import { daysOf, type Preset, presetOf, presets, reachable, readPeriod } from './periods.ts';

export function usePeriod(): Period {
  const address = useAddress();
  return readPeriod(address.read('from'), address.read('to'));
}

export function PeriodFilter() {
  const { t } = useTexts();
  const address = useAddress();
  const period = usePeriod();
  const choose = ({ from, to }: Period) => address.choose({ from, to });
  const today = dateInKorea(serverTime());
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <Chips<Preset | 'own'>
        label={t('period.title')}
        chosen={presetOf(period, today) ?? 'own'}
        onChoose={(preset) => {
          if (preset !== 'own') choose(daysOf(preset, today));
        }}
        choices={presets.map((preset) => ({ value: preset, label: t(`period.${preset}`) }))}
      />
      <DaysField
        label={t('period.days')}
        from={period.from}
        to={period.to}
        onChange={(next) => choose(reachable(next, next.from === period.from ? 'to' : 'from'))}
        className="w-[17.5rem] max-md:w-full"
      />
    </div>
  );
}
