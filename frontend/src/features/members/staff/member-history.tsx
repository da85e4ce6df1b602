import { staffPaths } from '@matgyo/contracts/paths/staff';
import { useInfiniteQuery } from '@tanstack/react-query';
import type { AnswerOf } from '../../../api/call.ts';
import { pages, queryKeys } from '../../../api/queries.ts';
import { useTexts } from '../../../i18n/index.ts';
import { None, UsdtAmount } from '../../../ui/amount.tsx';
import { quantitiesOf } from '../../../ui/fill-bar.tsx';
import { OrderStatus, TradeStatus } from '../../../ui/order-status.tsx';
import { type Column, PagedTable, RowLink } from '../../../ui/table.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { TitledSection } from '../../../ui/titled-section.tsx';

const keys = queryKeys.own.staff.members;

/** Every order a member has placed, newest first, each leading to its trail. */
export function MemberOrders({ memberId, count }: { readonly memberId: string; readonly count: string }) {
  const { t } = useTexts();
  const orders = useInfiniteQuery(
    pages(keys.one(memberId), staffPaths.memberOrders, { limit: 20 }, { id: memberId }),
  );
  const columns: readonly Column<AnswerOf<typeof staffPaths.memberOrders>['items'][number]>[] = [
    {
      head: t('users.order'),
      place: 1,
      isName: true,
      className: 'whitespace-nowrap',
      cell: ({ _id, orderCode }) => <RowLink to={`/admin/orders/${_id}`}>{orderCode}</RowLink>,
    },
    { head: t('label.status'), place: 5, cell: (order) => <OrderStatus order={order} /> },
    { head: t('label.amountUsdt'), place: 2, usdt: ({ amount }) => amount },
    { head: t('fill.open'), label: true, place: 4, usdt: (order) => quantitiesOf(order).open },
    { head: t('label.price'), place: 'none', className: 'text-fg-muted', price: ({ price }) => price },
    { head: t('label.krw'), place: 6, krw: ({ krwAmount }) => krwAmount },
    { head: t('label.time'), place: 3, numeric: true, time: ({ createdAt }) => createdAt },
  ];
  return (
    <TitledSection className="mt-10" title={t('staff.orders')} count={count}>
      <PagedTable
        list={orders}
        failed={t('offers.loadFailed')}
        none={<p className="py-5 text-fg-muted">{t('users.noOrders')}</p>}
        skeletonRows={4}
        caption={t('staff.orders')}
        keyOf={({ _id }) => _id}
        columns={columns}
      />
    </TitledSection>
  );
}

/** Every match a member was part of, the latest match first. */
export function MemberTrades({ memberId, count }: { readonly memberId: string; readonly count: string }) {
  const { t } = useTexts();
  const trades = useInfiniteQuery(
    pages(keys.one(memberId), staffPaths.memberTrades, { limit: 20 }, { id: memberId }),
  );
  const columns: readonly Column<AnswerOf<typeof staffPaths.memberTrades>['items'][number]>[] = [
    {
      head: t('users.order'),
      place: 1,
      isName: true,
      className: 'whitespace-nowrap',
      cell: ({ orderId, orderCode }) => <RowLink to={`/admin/orders/${orderId}`}>{orderCode}</RowLink>,
    },
    {
      head: t('label.counterpart'),
      label: true,
      place: 3,
      cell: ({ counterpart }) => (
        <TextLink to={`/admin/users/${counterpart._id}`} className="z-10">
          {counterpart.nickname}
        </TextLink>
      ),
    },
    { head: t('label.status'), place: 5, cell: (trade) => <TradeStatus trade={trade} /> },
    { head: t('label.amountUsdt'), place: 2, usdt: ({ amount }) => amount },
    { head: t('label.krw'), place: 4, krw: ({ krw }) => krw },
    {
      head: t('label.feeUsdt'),
      place: 'none',
      numeric: true,
      // The seller pays it.
      cell: ({ fee, side }) => (fee === null || side === 'buy' ? <None /> : <UsdtAmount value={fee} />),
    },
    { head: t('trades.madeAt'), place: 6, numeric: true, time: ({ createdAt }) => createdAt },
  ];
  return (
    <TitledSection className="mt-10" title={t('staff.trades')} count={count}>
      <PagedTable
        list={trades}
        failed={t('users.tradesFailed')}
        none={<p className="py-5 text-fg-muted">{t('users.noTrades')}</p>}
        skeletonRows={4}
        caption={t('staff.trades')}
        keyOf={({ _id }) => _id}
        columns={columns}
      />
    </TitledSection>
  );
}
