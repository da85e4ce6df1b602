import type { Usdt } from '@matgyo/contracts/money';
import { useState } from 'react';
import { formatCount, formatUsdt } from '../../format/amount.ts';
import { dateInKorea, dayInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { DayBars } from '../../ui/day-bars.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';
import { asOfParts } from './as-of-text.ts';
import type { FeeDay, FeeReport } from './fee-query.ts';

/** Rows shown at first, latest days first. */
const daysShownAtFirst = 31;

/** Noon in Korea, so that the date is the same in every time zone. */
const noonOf = (day: string): string => `${day}T03:00:00.000Z`;

interface FeeChartProps {
  readonly days: readonly FeeDay[];
  readonly cut: boolean;
  readonly asOf: string | null;
}

/** Fees per day. */
export function FeeChart({ days, cut, asOf }: FeeChartProps) {
  const { t, language } = useTexts();
  const first = days[0];
  const last = days.at(-1);
  if (first === undefined || last === undefined) return null;
  const until = (asOf === null ? undefined : asOfParts(asOf).at) ?? new Date().toISOString();
  const peak = days.reduce((highest, day) => (Number(day.fee) >= Number(highest.fee) ? day : highest));
  const format = (value: string) => formatUsdt(value as Usdt, language);
  const spoken = (day: string) => dayInKorea(noonOf(day), language);
  return (
    <section aria-labelledby="fee-chart">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="fee-chart" className="text-heading">
          {t('fees.perDay')}
        </h2>
        <p className="text-fg-subtle text-micro">
          {cut ? t('fees.unitCut', { count: days.length, days: days.length }) : t('fees.unit')}
        </p>
      </div>
      <DayBars
        bars={days.map(({ day, fee }) => ({ day, value: fee }))}
        label={t('fees.chart', {
          first: spoken(first.day),
          last: spoken(last.day),
          peak: spoken(peak.day),
          fee: format(peak.fee),
        })}
        format={format}
        formatDay={(day) =>
          days.length > 31 ? day.slice(5) : t('fees.dayOfMonth', { day: Number(day.slice(8)) })
        }
        unfinished={dateInKorea(until)}
      />
    </section>
  );
}

interface FeeDaysProps {
  readonly days: readonly FeeDay[];
  readonly totals: FeeReport['totals'];
}

/** The chart's figures as a table with their sum, latest day first. */
export function FeeDays({ days, totals }: FeeDaysProps) {
  const { t, language } = useTexts();
  const [shown, setShown] = useState(daysShownAtFirst);
  return (
    <section aria-labelledby="fee-days" className="min-w-0">
      <h2 id="fee-days" className="flex min-h-7 items-center text-heading">
        {t('fees.byDay')}
      </h2>
      <Table
        caption={t('fees.byDay')}
        compact
        columns={[
          { head: t('fees.day') },
          { head: t('fees.trades'), numeric: true },
          { head: t('fees.sold'), numeric: true },
          { head: t('fees.fee'), numeric: true },
        ]}
        foot={
          <Row sum compact>
            <Cell compact head>
              {t('fees.sumOfDays', { count: days.length, days: formatCount(days.length, language) })}
            </Cell>
            <Cell compact numeric>
              {formatCount(totals.trades, language)}
            </Cell>
            <Cell compact numeric>
              <UsdtAmount value={totals.amount} />
            </Cell>
            <Cell compact numeric>
              <UsdtAmount value={totals.fee} />
            </Cell>
          </Row>
        }
      >
        {days.slice(-shown).map(({ day, trades, amount, fee }) => (
          <Row key={day} compact>
            <Cell compact head>
              {day}
            </Cell>
            <Cell compact numeric>
              {formatCount(trades, language)}
            </Cell>
            <Cell compact numeric>
              <UsdtAmount value={amount} />
            </Cell>
            <Cell compact numeric>
              <UsdtAmount value={fee} />
            </Cell>
          </Row>
        ))}
      </Table>
      {days.length > shown && (
        <Button size="small" className="mt-3" onClick={() => setShown(days.length)}>
          {t('fees.allDays', { count: days.length, days: formatCount(days.length, language) })}
        </Button>
      )}
    </section>
  );
}
