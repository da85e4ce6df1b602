import type { MatchedOrderRecord } from '@matgyo/contracts/endpoints/trades';
import { type Side, sides } from '@matgyo/contracts/ids';
import { tradePaths } from '@matgyo/contracts/paths/trades';
import { useInfiniteQuery } from '@tanstack/react-query';
import { faultOfDays } from '../../format/days.ts';
import { useTexts } from '../../i18n/index.ts';
import { UsdtCell } from '../../ui/amount.tsx';
import { Segments } from '../../ui/choice.tsx';
import { DetailsButton } from '../../ui/details-button.tsx';
import { DaysField, PageSearch, SelectField } from '../../ui/filter-field.tsx';
import { useMatchStatusChoices } from '../../ui/match-statuses.ts';
import type { PagedQuery } from '../../ui/paged.tsx';
import { Empty } from '../../ui/placeholder.tsx';
import { SaveFileButton } from '../../ui/save-file-button.tsx';
import { NothingFound, StaffPage } from '../../ui/staff-page.tsx';
import { type Column, PagedTable, RowLink } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { filtersIn, type MatchedOrdersFilters, matchedOrdersQuery } from './matched-orders.ts';
import { RecordDetails, RecordStatus } from './record-details.tsx';

export default function TransactionsPage() {
  const { t, formatCount, language } = useTexts();
  const address = useAddress();
  const side = address.readOne('side', sides);
  const filters = filtersIn(address);
  const isWrong = faultOfDays(filters.from, filters.to) !== undefined;
  const matched = useInfiniteQuery({ ...matchedOrdersQuery(filters, side), enabled: !isWrong });
  const hasNextPage = matched.data?.counts[side].hasMore ?? false;
  const countOf = (of: Side) => {
    const count = matched.data?.counts[of];
    return count && `${formatCount(count.loaded)}${count.hasMore ? '+' : ''}`;
  };
  return (
    <StaffPage
      title={t('staff.transactions')}
      intro={t('deals.intro')}
      action={
        <SaveFileButton
          route={tradePaths.matchedOrdersCsv}
          query={{ ...filters, storedLanguage: language }}
          name="transactions.csv"
          off={isWrong}
        />
      }
    >
      <div className="mt-4 mb-3 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2.5 md:flex md:flex-wrap md:items-end md:justify-between">
        <Segments
          label={t('label.orderType')}
          chosen={side}
          onChoose={(next) => address.choose({ side: next === 'sell' ? '' : next, order: '' })}
          choices={[
            { value: 'sell', label: t('label.sell'), count: countOf('sell') },
            { value: 'buy', label: t('label.buy'), count: countOf('buy') },
          ]}
        />
        <MatchFilters filters={filters} />
        <PageSearch label={t('deals.search')} />
      </div>
      {!isWrong && <Records list={{ ...matched, hasNextPage }} filters={filters} side={side} />}
    </StaffPage>
  );
}

function MatchFilters({ filters: { from, to, status } }: { readonly filters: MatchedOrdersFilters }) {
  const { t } = useTexts();
  const { choose } = useAddress();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-2.5 md:ml-auto md:w-[25rem] md:grid-cols-[minmax(0,1fr)_minmax(0,2fr)]">
      <SelectField
        label={t('deals.outcome')}
        value={status}
        onChoose={(next) => choose({ status: next })}
        choices={useMatchStatusChoices()}
      />
      <DaysField label={t('deals.days')} from={from} to={to} onChange={choose} />
    </div>
  );
}

interface RecordsProps {
  readonly list: PagedQuery<MatchedOrderRecord>;
  readonly filters: MatchedOrdersFilters;
  readonly side: Side;
}

function Records({ list, filters, side }: RecordsProps) {
  const { t } = useTexts();
  const address = useAddress();
  const opened = address.read('order');
  const nicknameOf = (record: MatchedOrderRecord, of: Side) => {
    const nickname = of === 'sell' ? record.seller : record.buyer;
    const others = of === side ? 0 : othersOf(record, nickname);
    return others === 0 ? nickname : t('deals.andOthers', { nickname, count: others });
  };
  const columns: readonly Column<MatchedOrderRecord>[] = [
    {
      head: t('deals.posting'),
      place: 1,
      isName: true,
      className: 'whitespace-nowrap md:font-strong',
      cell: ({ _id, postingNumber }) => <RowLink to={`/admin/transaction/${_id}`}>{postingNumber}</RowLink>,
    },
    { head: t('label.buyer'), label: true, place: 3, cell: (record) => nicknameOf(record, 'buy') },
    { head: t('label.seller'), label: true, place: 5, cell: (record) => nicknameOf(record, 'sell') },
    { head: t('label.amountUsdt'), place: 2, numeric: true, cell: (record) => <Amount {...record} /> },
    {
      head: t('deals.matched'),
      // On a phone it is in the details.
      place: 'none',
      numeric: true,
      time: ({ firstMatchedAt }) => firstMatchedAt,
    },
    { head: t('label.status'), place: 4, cell: (record) => <RecordStatus record={record} /> },
    {
      head: <span className="sr-only">{t('staff.actions')}</span>,
      place: 6,
      numeric: true,
      cell: ({ _id, postingNumber }) => (
        <DetailsButton
          text={t('deals.viewDetails')}
          label={t('deals.detailsOf', { posting: postingNumber })}
          open={opened === _id}
          onToggle={() => address.type({ order: opened === _id ? '' : _id })}
          className="max-md:-mr-2"
        />
      ),
    },
  ];
  return (
    <PagedTable
      list={list}
      failed={t('deals.loadFailed')}
      none={
        Object.values(filters).every((value) => value === '') ? (
          <Empty title={t('deals.none')} text={t('deals.noneYet')} />
        ) : (
          <NothingFound title={t('deals.none')} text={t('deals.noneSuch')} filters={Object.keys(filters)} />
        )
      }
      caption={t(`deals.caption.${side}`)}
      keyOf={({ _id }) => _id}
      columns={columns}
      details={(record) => opened === record._id && <RecordDetails record={record} side={side} />}
    />
  );
}

function Amount({ amount, amountMatched }: MatchedOrderRecord) {
  const { formatUsdt } = useTexts();
  return (
    <>
      <span className="text-fg-subtle">$</span>
      <UsdtCell value={amountMatched} />
      {amountMatched !== amount && (
        <span className="text-fg-subtle max-md:block"> / {formatUsdt(amount)}</span>
      )}
    </>
  );
}

/** How many counterparts a record has besides this one; those of cancelled matches do not count. */
const othersOf = ({ details }: MatchedOrderRecord, nickname: string): number =>
  new Set(
    details.progressRecords
      .filter((match) => match.status !== 'cancelled' && match.nickname !== nickname)
      .map((match) => match.nickname),
  ).size;
