import type { TradeHistoryRow } from '@matgyo/contracts/endpoints/own-trades';
import { ownTradePaths } from '@matgyo/contracts/paths/own-trades';
import { useTexts } from '../../i18n/index.ts';
import { ButtonLink } from '../../ui/button.tsx';
import { Chips } from '../../ui/choice.tsx';
import { matchStatuses, useMatchStatusChoices } from '../../ui/match-statuses.ts';
import { TradeStatus } from '../../ui/order-status.tsx';
import { Page } from '../../ui/page.tsx';
import { PlaceOrderLinks } from '../../ui/place-order-links.tsx';
import { Empty } from '../../ui/placeholder.tsx';
import { SaveFileButton } from '../../ui/save-file-button.tsx';
import { type Column, PagedTable, RowLink } from '../../ui/table.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { isEmpty, useTradeHistory } from './own-trades.ts';
import { PeriodFilter, usePeriod } from './period-filter.tsx';
import { useSideColumn } from './side-column.ts';

export default function TradeHistoryPage() {
  const { t, language } = useTexts();
  const period = usePeriod();
  const status = useAddress().choice('status', matchStatuses);
  const choices = useMatchStatusChoices();
  const query = { ...period, status: status.chosen };
  const isFiltered = status.chosen !== '' || period.from !== '' || period.to !== '';
  const list = useTradeHistory(query);
  const hasNone = !isFiltered && isEmpty(list);
  return (
    <Page
      wide
      title={t('menu.tradeHistory')}
      action={
        !hasNone && (
          <SaveFileButton
            route={ownTradePaths.tradeHistoryCsv}
            query={{ ...query, storedLanguage: language }}
            name="trade-history.csv"
          />
        )
      }
    >
      <p className="mt-1 max-w-[40em] text-fg-muted">{t('trades.historyText')}</p>
      {!hasNone && (
        <div className="mt-6 mb-3 grid grid-cols-[minmax(0,1fr)] gap-3">
          <PeriodFilter />
          <Chips label={t('label.statusFilter')} {...status} choices={choices} />
        </div>
      )}
      <History list={list} isFiltered={isFiltered} />
    </Page>
  );
}

interface HistoryProps {
  readonly list: ReturnType<typeof useTradeHistory>;
  readonly isFiltered: boolean;
}

function History({ list, isFiltered }: HistoryProps) {
  const { t } = useTexts();
  const sideColumn = useSideColumn();
  const columns: readonly Column<TradeHistoryRow>[] = [
    { head: t('trades.madeAt'), place: 5, time: ({ createdAt }) => createdAt },
    sideColumn,
    {
      head: t('trades.myOrder'),
      place: 1,
      isName: true,
      className: 'whitespace-nowrap',
      cell: ({ orderId, orderCode }) => <RowLink to={`/dashboard/orders/${orderId}`}>{orderCode}</RowLink>,
    },
    {
      head: t('label.counterpart'),
      label: true,
      place: 3,
      cell: ({ partnerNickname }) => <span className="nickname">{partnerNickname}</span>,
    },
    {
      head: t('label.status'),
      place: 6,
      className: 'whitespace-nowrap',
      cell: (trade) => <TradeStatus trade={trade} />,
    },
    { head: t('label.amountUsdt'), place: 2, className: 'font-medium', usdt: ({ amount }) => amount },
    { head: t('label.price'), isExtra: true, price: ({ price }) => price },
    { head: t('label.krw'), place: 4, krw: ({ krw }) => krw },
    { head: t('label.feeUsdt'), isExtra: true, usdt: ({ fee }) => fee },
  ];
  return (
    <PagedTable
      list={list}
      failed={t('trades.loadFailed')}
      none={
        isFiltered ? (
          <Empty
            title={t('trades.noneSuch')}
            action={<ButtonLink to="/trade-history">{t('showAll')}</ButtonLink>}
          />
        ) : (
          <Empty title={t('trades.none')} text={t('trades.noneText')} action={<PlaceOrderLinks />} />
        )
      }
      caption={t('menu.tradeHistory')}
      keyOf={({ tradeId }) => tradeId}
      columns={columns}
    />
  );
}
