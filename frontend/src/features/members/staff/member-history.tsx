import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { formatPrice } from '../../../format/amount.ts';
import { dateTimeInKorea } from '../../../format/date-time.ts';
import { useTexts } from '../../../i18n/index.ts';
import { KrwCell, UsdtAmount } from '../../../ui/amount.tsx';
import { Paged } from '../../../ui/paged.tsx';
import { Status } from '../../../ui/status.tsx';
import { Cell, Row, rowLink, Table, TableBones } from '../../../ui/table.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { TradeStatus } from '../../../ui/trade-status.tsx';
import { memberOrdersQuery, memberTradesQuery } from './member-queries.ts';

/** Every order a member has placed, newest first, each leading to its trail. */
export function MemberOrders({ memberId, count }: { readonly memberId: string; readonly count: string }) {
  const { t, language } = useTexts();
  return (
    <section aria-labelledby="member-orders" className="mt-10">
      <h2 id="member-orders" className="text-heading">
        {t('staff.orders')}
        <span className="ml-1 font-regular text-fg-subtle">{count}</span>
      </h2>
      <Paged
        list={useInfiniteQuery(memberOrdersQuery(memberId))}
        failed={t('offers.loadFailed')}
        bones={<TableBones rows={4} columns={6} />}
        none={<p className="py-5 text-fg-muted">{t('users.noOrders')}</p>}
      >
        {(orders) => (
          <Table
            caption={t('staff.orders')}
            columns={[
              { head: t('users.order') },
              { head: t('label.status') },
              { head: t('label.amount'), numeric: true },
              { head: t('fill.open'), numeric: true },
              { head: t('label.price'), numeric: true },
              { head: t('label.krw'), numeric: true },
              { head: t('label.time'), numeric: true },
            ]}
          >
            {orders.map((order) => (
              <Row key={order._id}>
                <Cell place={1} head>
                  <Link to={`/admin/orders/${order._id}`} className={`whitespace-nowrap ${rowLink}`}>
                    {order.orderCode}
                  </Link>
                </Cell>
                <Cell place={5}>
                  <Status status={order.status} />
                </Cell>
                <Cell place={2} numeric>
                  <UsdtAmount value={order.amount} />
                </Cell>
                <Cell place={4} numeric label={t('fill.open')}>
                  <UsdtAmount value={order.amountRemaining} />
                </Cell>
                <Cell place="none" numeric className="text-fg-muted">
                  {formatPrice(order.price, language)}
                </Cell>
                <Cell place={6} numeric>
                  <KrwCell value={order.krwAmount} />
                </Cell>
                <Cell place={3} numeric className="whitespace-nowrap text-fg-subtle max-md:text-left">
                  {dateTimeInKorea(order.createdAt)}
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </Paged>
    </section>
  );
}

/** Every match a member was part of, newest first. */
export function MemberTrades({ memberId, count }: { readonly memberId: string; readonly count: string }) {
  const { t } = useTexts();
  return (
    <section aria-labelledby="member-trades" className="mt-10">
      <h2 id="member-trades" className="text-heading">
        {t('staff.trades')}
        <span className="ml-1 font-regular text-fg-subtle">{count}</span>
      </h2>
      <Paged
        list={useInfiniteQuery(memberTradesQuery(memberId))}
        failed={t('users.tradesFailed')}
        bones={<TableBones rows={4} columns={6} />}
        none={<p className="py-5 text-fg-muted">{t('users.noTrades')}</p>}
      >
        {(trades) => (
          <Table
            caption={t('staff.trades')}
            columns={[
              { head: t('label.counterpart') },
              { head: t('label.side') },
              { head: t('label.status') },
              { head: t('label.amount'), numeric: true },
              { head: t('label.krw'), numeric: true },
              { head: t('label.fee'), numeric: true },
              { head: t('label.time'), numeric: true },
            ]}
          >
            {trades.map((trade) => (
              <Row key={trade._id}>
                <Cell place={1} head>
                  <TextLink to={`/admin/users/${trade.counterpart._id}`} className="z-10">
                    {trade.counterpart.nickname}
                  </TextLink>
                </Cell>
                <Cell place={3}>
                  <Link to={`/admin/orders/${trade.orderId}`} className={`text-fg-muted ${rowLink}`}>
                    {trade.side === 'sell' ? t('partners.soldShort') : t('partners.boughtShort')}
                  </Link>
                </Cell>
                <Cell place={5}>
                  <TradeStatus status={trade.status} />
                </Cell>
                <Cell place={2} numeric>
                  <UsdtAmount value={trade.amount} />
                </Cell>
                <Cell place={4} numeric>
                  <KrwCell value={trade.krw} />
                </Cell>
                <Cell place="none" numeric>
                  {/* The seller pays it. */}
                  {trade.fee === null || trade.side === 'buy' ? (
                    <span className="text-fg-subtle">–</span>
                  ) : (
                    <UsdtAmount value={trade.fee} />
                  )}
                </Cell>
                <Cell place={6} numeric className="whitespace-nowrap text-fg-subtle">
                  {dateTimeInKorea(trade.finishedAt ?? trade.createdAt)}
                </Cell>
              </Row>
            ))}
          </Table>
        )}
      </Paged>
    </section>
  );
}
