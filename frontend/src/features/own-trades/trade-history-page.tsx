import type { TradeHistoryRow } from '@matgyo/contracts/endpoints/own-trades';
import { ownTradePaths } from '@matgyo/contracts/paths/own-trades';
import { Link } from 'react-router-dom';
import { formatPrice } from '../../format/amount.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { KrwCell, UsdtAmount, UsdtCell } from '../../ui/amount.tsx';
import { Chips } from '../../ui/choice.tsx';
import { Page } from '../../ui/page.tsx';
import { Paged } from '../../ui/paged.tsx';
import { PlaceOrderLinks } from '../../ui/place-order-links.tsx';
import { Empty } from '../../ui/placeholder.tsx';
import { SaveFileButton } from '../../ui/save-file-button.tsx';
import { Cell, Row, rowLink, Table, TableBones } from '../../ui/table.tsx';
import { TradeStatus } from '../../ui/trade-status.tsx';
import { useAddress } from '../../ui/use-address.ts';
import { NoneSuch } from './none-such.tsx';
import { type HistoryQuery, historyQuery, historyStatuses, isEmpty, useTradeHistory } from './own-trades.ts';
import { PeriodFilter } from './period-filter.tsx';
import { readPeriod } from './periods.ts';

/** All of the member's matches with their outcomes. */
export default function TradeHistoryPage() {
  const { t } = useTexts();
  const address = useAddress();
  const period = readPeriod(address.read('from'), address.read('to'));
  const status = address.readOne('status', historyStatuses);
  const query: HistoryQuery = { ...period, status };
  const isFiltered = status !== 'all' || period.from !== '' || period.to !== '';
  const list = useTradeHistory(query);
  const hasNone = !isFiltered && isEmpty(list);
  return (
    <Page
      title={t('menu.tradeHistory')}
      action={
        !hasNone && (
          <SaveFileButton
            route={ownTradePaths.tradeHistoryCsv}
            query={historyQuery(query)}
            name="trade-history.csv"
          />
        )
      }
    >
      <p className="mt-1 max-w-[40em] text-fg-muted">{t('trades.historyText')}</p>
      {!hasNone && (
        <div className="mt-6 mb-3 grid grid-cols-[minmax(0,1fr)] gap-3">
          <PeriodFilter period={period} onPeriod={(next) => address.choose({ ...next })} />
          <Chips
            label={t('label.statusFilter')}
            chosen={status}
            onChoose={(next) => address.choose({ status: next === 'all' ? '' : next })}
            choices={[
              { value: 'all', label: t('label.all') },
              { value: 'live', label: t('status.tradeLive') },
              { value: 'completed', label: t('status.tradeCompleted') },
              { value: 'reversed', label: t('status.tradeReversed') },
              { value: 'cancelled', label: t('status.Cancelled') },
            ]}
          />
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
  return (
    <Paged
      list={list}
      failed={t('trades.loadFailed')}
      bones={<TableBones rows={8} columns={7} />}
      none={
        isFiltered ? (
          <NoneSuch text={t('trades.noneSuch')} all="/trade-history" />
        ) : (
          <Empty title={t('trades.none')} text={t('trades.noneText')} action={<PlaceOrderLinks />} />
        )
      }
    >
      {(trades) => (
        <Table
          caption={t('menu.tradeHistory')}
          columns={[
            { head: t('trades.madeAt') },
            { head: t('label.side') },
            { head: t('trades.myOrder') },
            { head: t('label.counterpart') },
            { head: t('label.status') },
            { head: t('label.amountUsdt'), numeric: true },
            { head: t('label.price'), numeric: true },
            { head: t('label.krw'), numeric: true },
            { head: t('label.fee'), numeric: true },
          ]}
        >
          {trades.map((trade) => (
            <TradeRow key={trade.tradeId} trade={trade} />
          ))}
        </Table>
      )}
    </Paged>
  );
}

function TradeRow({ trade }: { readonly trade: TradeHistoryRow }) {
  const { t, language } = useTexts();
  return (
    <Row>
      <Cell place={5} className="whitespace-nowrap text-fg-muted">
        {dateTimeInKorea(trade.createdAt)}
      </Cell>
      <Cell place="none" className="whitespace-nowrap">
        {trade.side === 'sell' ? t('label.sell') : t('label.buy')}
      </Cell>
      <Cell place={1} head>
        <Link to={`/dashboard/orders/${trade.orderId}`} className={`whitespace-nowrap ${rowLink}`}>
          {trade.orderCode}
        </Link>
      </Cell>
      <Cell place={3} label={t('label.counterpart')}>
        {trade.partnerNickname}
      </Cell>
      <Cell place={6}>
        <TradeStatus status={trade.status} />
      </Cell>
      <Cell place={2} numeric className="font-medium">
        <UsdtCell value={trade.amount} />
      </Cell>
      <Cell place="none" numeric>
        {formatPrice(trade.price, language)}
      </Cell>
      <Cell place={4} numeric>
        <KrwCell value={trade.krw} />
      </Cell>
      <Cell place="none" numeric>
        {trade.fee === null ? <span className="text-fg-subtle">–</span> : <UsdtAmount value={trade.fee} />}
      </Cell>
    </Row>
  );
}
