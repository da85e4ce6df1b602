import type { TransactionRow } from '@matgyo/contracts/endpoints/own-trades';
import { isPositive, type Krw, type Usdt } from '@matgyo/contracts/money';
import { ownTradePaths } from '@matgyo/contracts/paths/own-trades';
import { reversalTexts } from '@matgyo/contracts/reversals';
import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { KrwAmount, KrwCell, None, UsdtAmount, UsdtCell } from '../../ui/amount.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Page } from '../../ui/page.tsx';
import { Paged } from '../../ui/paged.tsx';
import { PlaceOrderLinks } from '../../ui/place-order-links.tsx';
import { Empty, Skeleton } from '../../ui/placeholder.tsx';
import { SaveFileButton } from '../../ui/save-file-button.tsx';
import { type Column, RowLink, Table, TableSkeleton } from '../../ui/table.tsx';
import { isEmpty, useTransactions } from './own-trades.ts';
import { PeriodFilter, usePeriod } from './period-filter.tsx';
import { useSideColumn } from './side-column.ts';

export default function TransactionsPage() {
  const { t, language } = useTexts();
  const period = usePeriod();
  const isFiltered = period.from !== '' || period.to !== '';
  const list = useTransactions(period);
  const hasNone = !isFiltered && isEmpty(list);
  return (
    <Page
      title={t('menu.transactionsOwn')}
      action={
        !hasNone && (
          <SaveFileButton
            route={ownTradePaths.transactionsCsv}
            query={{ ...period, storedLanguage: language }}
            name="transactions.csv"
          />
        )
      }
    >
      <p className="mt-1 max-w-[40em] text-fg-muted">{t('transactions.text')}</p>
      {!hasNone && (
        <div className="mt-6">
          <PeriodFilter />
        </div>
      )}
      <Transactions list={list} isFiltered={isFiltered} />
    </Page>
  );
}

type Answer = NonNullable<ReturnType<typeof useTransactions>['data']>['pages'][number];

interface TransactionsProps {
  readonly list: ReturnType<typeof useTransactions>;
  readonly isFiltered: boolean;
}

function Transactions({ list, isFiltered }: TransactionsProps) {
  const { t, language } = useTexts();
  const sideColumn = useSideColumn();
  const columns: readonly Column<TransactionRow>[] = [
    { head: t('label.completedAt'), place: 3, time: ({ at }) => at },
    sideColumn,
    {
      head: t('trades.myOrder'),
      place: 1,
      isName: true,
      cell: ({ orderId, orderCode, reason }) => (
        <>
          <RowLink to={`/dashboard/orders/${orderId}`} className="whitespace-nowrap">
            {orderCode}
          </RowLink>
          {reason !== null && (
            <span className="block text-fg-muted text-small font-regular">
              {t('status.tradeReversed')} · {reversalTexts[reason][language]}
            </span>
          )}
        </>
      ),
    },
    { head: t('label.price'), isExtra: true, price: ({ price }) => price },
    {
      head: t('transactions.usdt'),
      place: 2,
      numeric: true,
      className: 'font-medium',
      cell: ({ usdt }) => <Gain gain={usdt}>{(size) => <UsdtCell value={size as Usdt} />}</Gain>,
    },
    {
      head: t('transactions.krw'),
      place: 4,
      numeric: true,
      cell: ({ krw }) => <Gain gain={krw}>{(size) => <KrwCell value={size as Krw} />}</Gain>,
    },
    {
      head: t('label.feeUsdt'),
      label: t('label.fee'),
      place: ({ side }) => (side === 'sell' ? 'whole' : 'none'),
      numeric: true,
      cell: ({ side, fee }) => (side === 'sell' ? <Fee fee={fee} /> : <None />),
    },
  ];
  return (
    <Paged
      list={list}
      failed={t('transactions.loadFailed')}
      skeleton={
        <div aria-hidden="true">
          <Totals totals={undefined} />
          <TableSkeleton rows={8} columns={6} />
        </div>
      }
      none={
        isFiltered ? (
          <Empty
            title={t('transactions.noneSuch')}
            action={<ButtonLink to="/my-transactions">{t('showAll')}</ButtonLink>}
          />
        ) : (
          <Empty
            title={t('transactions.none')}
            text={t('transactions.noneText')}
            action={<PlaceOrderLinks />}
          />
        )
      }
    >
      {(rows) => (
        <>
          <Totals totals={list.data?.pages[0]?.totals} />
          <Table
            caption={t('menu.transactionsOwn')}
            lines={rows}
            keyOf={({ eventId }) => eventId}
            columns={columns}
          />
        </>
      )}
    </Paged>
  );
}

function Totals({ totals }: { readonly totals: Answer['totals'] | undefined }) {
  const { t } = useTexts();
  const shown = (figure: ReactNode) => figure ?? <Skeleton className="my-[3px] h-5 w-28 md:my-1.5" />;
  return (
    <dl className="mt-6 mb-8 grid gap-2 md:grid-cols-3 md:gap-y-5">
      <Facts
        // On a phone the last of each row is below what was sold and what was bought.
        line="flex items-center justify-between max-md:nth-[3n]:order-1 md:block md:border-line md:border-l md:px-6 md:nth-[3n+1]:border-0 md:nth-[3n+1]:pl-0"
        label="text-fg-subtle text-small"
        value="text-heading proportional-nums md:mt-0.5 md:text-title"
        rows={{
          [t('transactions.volume.sell')]: shown(totals && <UsdtAmount value={totals.sold} />),
          [t('transactions.krwReceived')]: shown(totals && <Won value={totals.krwReceived} />),
          [t('transactions.trades')]: shown(totals && <Trades totals={totals} />),
          [t('transactions.volume.buy')]: shown(totals && <UsdtAmount value={totals.bought} />),
          [t('transactions.krwPaid')]: shown(totals && <Won value={totals.krwPaid} />),
          [t('transactions.fee')]: shown(totals && <UsdtAmount value={totals.fee} />),
        }}
      />
    </dl>
  );
}

/** The completed trades, and how many were reversed: without that, the sums beside it would not add up. */
function Trades({ totals: { trades, reversals } }: { readonly totals: NonNullable<Answer['totals']> }) {
  const { t, formatCount } = useTexts();
  return (
    <>
      {formatCount(trades)}
      {reversals > 0 && (
        <span className="ml-1.5 text-fg-subtle text-small">
          {t('transactions.reversals', { reversals: formatCount(reversals) })}
        </span>
      )}
    </>
  );
}

const Won = ({ value }: { readonly value: Krw }) => (
  <KrwAmount value={value} {...(!isPositive(value) && { className: 'font-regular text-fg-subtle' })} />
);

/** An amount gained or paid, with its sign, so that colour is not the only mark. */
function Gain({ gain, children }: { readonly gain: string; readonly children: (size: string) => ReactNode }) {
  const gave = gain.startsWith('-');
  return (
    <span className="whitespace-nowrap">
      <span className="text-fg-subtle">{gave ? '−' : '+'}</span>
      {children(gave ? gain.slice(1) : gain)}
    </span>
  );
}

/** Below zero where it was given back. */
const Fee = ({ fee }: { readonly fee: Usdt }) => (
  <span className="whitespace-nowrap">
    {fee.startsWith('-') && <span className="text-fg-subtle">−</span>}
    <UsdtAmount value={fee.replace('-', '') as Usdt} />
  </span>
);
