import type { Stats } from '@matgyo/contracts/endpoints/stats';
import type { Usdt } from '@matgyo/contracts/money';
import { useState } from 'react';
import { saveFile } from '../../api/save-file.ts';
import { csvOf } from '../../format/csv.ts';
import { dateInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { serverTime } from '../../session/server-time.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/choice.tsx';
import { DayBars } from '../../ui/day-bars.tsx';
import { type CompactColumn, Table } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-address.ts';

const figures = ['sales', 'fees', 'users'] as const;
const spans = ['14', '30', '90'] as const;

const fieldOf = { sales: 'totalSales', fees: 'totalFees', users: 'users' } as const;

/** Figures per day, as bars and as a table on demand. */
export function PerDay({ days }: { readonly days: Stats['days'] }) {
  const { t, formatUsdt, formatCount } = useTexts();
  const address = useAddress();
  const figure = address.choice('figure', figures);
  const span = address.choice('span', spans);
  const shown = days.slice(-Number(span.chosen));
  if (shown.length === 0) return null;
  const field = fieldOf[figure.chosen];
  const title = t(`overview.${figure.chosen}PerDay`);
  const format = (value: string) =>
    figure.chosen === 'users' ? formatCount(Number(value)) : formatUsdt(value as Usdt);
  return (
    <section aria-labelledby="per-day" className="mt-11">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2.5">
        <h2 id="per-day" className="text-heading">
          {title}
        </h2>
        <div className="flex flex-wrap gap-2 max-md:w-full max-md:justify-between">
          <Segments
            label={t('overview.figure')}
            {...figure}
            choices={[
              { value: 'sales', label: t('overview.sales') },
              { value: 'fees', label: t('staff.fees') },
              { value: 'users', label: t('overview.newUsers') },
            ]}
          />
          <Segments
            label={t('overview.span')}
            {...span}
            choices={spans.map((each) => ({ value: each, label: t('overview.days', { days: each }) }))}
          />
        </div>
      </div>
      <DayBars
        bars={shown.map((day) => ({ day: day.day, value: String(day[field]) }))}
        label={(chart) => t('overview.chart', { what: title, ...chart })}
        format={format}
        unfinished={dateInKorea(serverTime())}
      />
      <DaysTable days={shown} />
    </section>
  );
}

/** The same days as a table and as CSV. */
function DaysTable({ days }: { readonly days: Stats['days'] }) {
  const { t } = useTexts();
  const [isOpen, setOpen] = useState(false);
  const columns: readonly CompactColumn<Stats['days'][number]>[] = [
    { head: t('overview.day'), className: 'whitespace-nowrap', cell: ({ day }) => day },
    { head: t('staff.trades'), count: ({ trades }) => trades },
    { head: t('overview.sales'), cell: ({ totalSales }) => <UsdtAmount value={totalSales} /> },
    { head: t('staff.fees'), cell: ({ totalFees }) => <UsdtAmount value={totalFees} /> },
    { head: t('overview.newUsers'), count: ({ users }) => users },
  ];
  return (
    <details className="mt-3" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="min-h-9 w-fit content-center rounded-xs text-fg-muted text-small font-medium hover:text-fg">
        {isOpen ? t('overview.hideTable') : t('overview.asTable')}
      </summary>
      <div className="max-w-[44rem]">
        <Button
          size="small"
          onClick={() =>
            saveFile(
              csvOf([
                columns.map(({ head }) => String(head)),
                ...days.map((day) => [
                  day.day,
                  String(day.trades),
                  day.totalSales,
                  day.totalFees,
                  String(day.users),
                ]),
              ]),
              `days-${days[0]?.day}-${days.at(-1)?.day}.csv`,
            )
          }
        >
          {t('csv.download')}
        </Button>
        <Table
          compact
          caption={t('overview.byDay')}
          columns={columns}
          lines={days.toReversed()}
          keyOf={({ day }) => day}
        />
      </div>
    </details>
  );
}
