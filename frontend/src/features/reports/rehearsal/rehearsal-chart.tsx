import type { Usdt } from '@matgyo/contracts/money';
import { formatUsdt } from '../../../format/amount.ts';
import { dayInKorea } from '../../../format/moment.ts';
import { useTexts } from '../../../i18n/index.ts';
import { DayBars } from '../../../ui/day-bars.tsx';
import type { Rehearsal } from './rehearsal-query.ts';

/** The charged and the calculated fee of each day, side by side. */
export function RehearsalChart({ days }: Pick<Rehearsal, 'days'>) {
  const { t, language } = useTexts();
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return null;
  const spoken = (day: string) => dayInKorea(`${day}T03:00:00.000Z`, language);
  const key = 'inline-block size-2.5 rounded-[2px]';
  return (
    <section aria-labelledby="rehearsal-chart">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="rehearsal-chart" className="text-heading">
          {t('fees.perDay')}
        </h2>
        <p className="flex flex-wrap items-center gap-x-3 text-fg-subtle text-micro">
          <span className="inline-flex items-center gap-1.5">
            <span className={`${key} bg-line-strong`} />
            {t('rehearsal.charged')}
          </span>
          <span className="inline-flex items-center gap-1.5">
            <span className={`${key} bg-accent`} />
            {t('rehearsal.rehearsed')}
          </span>
          USDT
        </p>
      </div>
      <DayBars
        bars={days.map(({ day, charged, rehearsed }) => ({ day, value: charged, beside: rehearsed }))}
        label={t('rehearsal.chart', { first: spoken(first.day), last: spoken(last.day) })}
        format={(value) => formatUsdt(value as Usdt, language)}
        formatDay={(day) =>
          days.length > 31 ? day.slice(5) : t('fees.dayOfMonth', { day: Number(day.slice(8)) })
        }
      />
    </section>
  );
}
