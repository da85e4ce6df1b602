import { priceChange } from '@matgyo/contracts/price-change';
import { useTexts } from '../../../i18n/index.ts';
import { PriceAmount, PriceMove } from '../../../ui/amount.tsx';
import { Paged, type PagedQuery } from '../../../ui/paged.tsx';
import { type Column, Table, TableSkeleton } from '../../../ui/table.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { TitledSection } from '../../../ui/titled-section.tsx';
import { StepChart } from '../step-chart.tsx';
import type { PriceLogEntry } from './price-log.ts';

/** The latest prices drawn; more would make the chart unreadable. */
const pricesDrawnMax = 60;

/** All prices set: as a step chart, and as a list with who set them. */
export function PriceHistory({ log }: { readonly log: PagedQuery<PriceLogEntry> }) {
  const { t, formatPrice } = useTexts();
  const columns: readonly Column<PriceLogEntry>[] = [
    { head: t('setPrice.setAt'), place: 3, time: ({ setAt }) => setAt },
    {
      head: t('label.price'),
      place: 1,
      numeric: true,
      className: 'font-strong',
      cell: ({ price }) => (
        <>
          <PriceAmount value={price} className="md:hidden" />
          <span className="max-md:hidden">{formatPrice(price)}</span>
        </>
      ),
    },
    {
      head: t('setPrice.before'),
      place: 'none',
      numeric: true,
      className: 'text-fg-muted',
      cell: ({ before }) => (before === null ? '–' : formatPrice(before)),
    },
    {
      head: t('setPrice.change'),
      place: 2,
      numeric: true,
      cell: ({ before, price }) =>
        before === null ? '–' : <PriceMove change={priceChange(before, price)} percent />,
    },
    {
      head: t('setPrice.setBy'),
      place: 4,
      cell: ({ setBy }) => <TextLink to={`/admin/users/${setBy._id}`}>{setBy.nickname ?? '–'}</TextLink>,
    },
  ];
  return (
    <TitledSection className="mt-11" title={t('setPrice.history')}>
      <Paged
        list={log}
        failed={t('setPrice.historyFailed')}
        skeleton={<TableSkeleton rows={6} columns={4} />}
        none={<p className="py-5 text-fg-muted">{t('setPrice.noHistory')}</p>}
      >
        {(entries) => (
          <>
            <div className="mt-4">
              <StepChart prices={entries.slice(0, pricesDrawnMax)} />
            </div>
            <div className="mt-4">
              <Table
                caption={t('setPrice.history')}
                lines={entries}
                keyOf={({ revision }) => revision}
                columns={columns}
              />
            </div>
          </>
        )}
      </Paged>
    </TitledSection>
  );
}
