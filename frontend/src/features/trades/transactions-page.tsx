import type { MatchedOrderRecord } from '@matgyo/contracts/endpoints/trades';
import type { Side } from '@matgyo/contracts/ids';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatCount, formatUsdt } from '../../format/amount.ts';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Segments } from '../../ui/choice.tsx';
import { DetailsButton } from '../../ui/details-button.tsx';
import { PageSearch } from '../../ui/filter-field.tsx';
import { NotLoaded } from '../../ui/load-failure.tsx';
import { LoadMore } from '../../ui/load-more.tsx';
import { Empty } from '../../ui/placeholder.tsx';
import { StaffPage } from '../../ui/staff-page.tsx';
import { Status } from '../../ui/status.tsx';
import { Cell, DetailRow, Row, rowLink, Table, TableBones } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { matchedOrdersQuery } from './matched-orders.ts';
import { RecordDetails } from './record-details.tsx';

const sides = ['sell', 'buy'] as const;

/** Every order that was ever matched, of one side at a time; one row opens at a time. */
export default function TransactionsPage() {
  const { t, language } = useTexts();
  const address = useAddress();
  const side = address.readOne('side', sides);
  const search = address.read('search');
  const opened = address.read('order');
  const matched = useInfiniteQuery(matchedOrdersQuery(search));
  const recordsOf = (of: Side) => matched.data?.pages.flatMap((page) => page[of]);
  const countOf = (of: Side) => {
    const records = recordsOf(of);
    return records && `${formatCount(records.length, language)}${matched.hasNextPage ? '+' : ''}`;
  };
  const records = recordsOf(side);
  return (
    <StaffPage title={t('staff.transactions')}>
      <div className="mt-4 mb-3 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-2.5 md:flex md:flex-wrap md:items-center md:justify-between">
        <Segments
          label={t('label.orderType')}
          chosen={side}
          onChoose={(next) => address.choose({ side: next === 'sell' ? '' : next, order: '' })}
          choices={[
            { value: 'sell', label: t('label.sell'), count: countOf('sell') },
            { value: 'buy', label: t('label.buy'), count: countOf('buy') },
          ]}
        />
        <PageSearch label={t('deals.search')} />
      </div>
      {records === undefined ? (
        <NotLoaded failed={t('deals.loadFailed')} query={matched}>
          <TableBones rows={10} columns={6} />
        </NotLoaded>
      ) : records.length === 0 && !matched.hasNextPage ? (
        <Empty
          title={t('deals.none')}
          text={search === '' ? t('deals.noneYet') : t('deals.noneSuch')}
          action={
            search === '' ? undefined : (
              <Button onClick={() => address.choose({ search: '' })}>{t('staff.showAll')}</Button>
            )
          }
        />
      ) : (
        <div
          className={matched.isPlaceholderData ? 'opacity-60' : undefined}
          aria-busy={matched.isPlaceholderData}
        >
          <Table
            caption={side === 'sell' ? t('deals.captionSell') : t('deals.captionBuy')}
            columns={[
              { head: t('deals.posting') },
              { head: t('label.buyer') },
              { head: t('label.seller') },
              { head: t('label.amount'), numeric: true },
              { head: t('label.status') },
              { head: <span className="sr-only">{t('staff.actions')}</span>, numeric: true },
            ]}
          >
            {records.map((record) => (
              <RecordRows
                key={record._id}
                record={record}
                side={side}
                open={opened === record._id}
                onToggle={() => address.type({ order: opened === record._id ? '' : record._id })}
              />
            ))}
          </Table>
          <LoadMore list={matched} />
        </div>
      )}
    </StaffPage>
  );
}

interface RecordRowsProps {
  readonly record: MatchedOrderRecord;
  readonly side: Side;
  readonly open: boolean;
  readonly onToggle: () => void;
}

function RecordRows({ record, side, open, onToggle }: RecordRowsProps) {
  const { t, language } = useTexts();
  const { amount, amountMatched } = record;
  const nicknameOf = (of: Side) => {
    const nickname = of === 'sell' ? record.seller : record.buyer;
    const others = of === side ? 0 : othersOf(record, nickname);
    return others === 0 ? nickname : t('deals.andOthers', { nickname, count: others });
  };
  return (
    <>
      <Row plain={open}>
        <Cell place={1} head className="md:font-strong">
          <Link to={`/admin/transaction/${record._id}`} className={`whitespace-nowrap ${rowLink}`}>
            {record.postingNumber}
          </Link>
        </Cell>
        <Cell place={3} label={t('label.buyer')}>
          {nicknameOf('buy')}
        </Cell>
        <Cell place={5} label={t('label.seller')}>
          {nicknameOf('sell')}
        </Cell>
        <Cell place={2} numeric>
          <span className="text-fg-subtle">$</span>
          {amountMatched === amount ? (
            <UsdtAmount value={amount} />
          ) : (
            <>
              <UsdtAmount value={amountMatched} />
              <span className="text-fg-subtle"> / {formatUsdt(amount, language)}</span>
            </>
          )}
        </Cell>
        <Cell place={4}>
          <Status status={record.status} />
        </Cell>
        <Cell place={6} numeric>
          <DetailsButton
            text={t('deals.viewDetails')}
            label={t('deals.detailsOf', { posting: record.postingNumber })}
            open={open}
            onToggle={onToggle}
            className="max-md:-mr-2"
          />
        </Cell>
      </Row>
      {open && (
        <DetailRow columns={6}>
          <div className="rounded-lg bg-surface p-4 md:p-5">
            <RecordDetails record={record} side={side} />
          </div>
        </DetailRow>
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
