import type { MatchedOrderRecord } from '@matgyo/contracts/endpoints/trades';
import type { Side } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useWaitingReversal } from '../../api/approvals.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { readablePhone } from '../../format/phone.ts';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { Button } from '../../ui/button.tsx';
import { Facts } from '../../ui/facts.tsx';
import { onDemandDialog } from '../../ui/on-demand.tsx';
import { OrderStatus, TradeStatus } from '../../ui/order-status.tsx';
import { type Column, RowLink, Table } from '../../ui/table.tsx';
import { WaitingApproval } from '../../ui/waiting-approval.tsx';

export function RecordStatus({ record: { details, ...order } }: { readonly record: MatchedOrderRecord }) {
  return (
    <OrderStatus order={{ ...order, matchedBuyOrders: details.progressRecords, matchedSellOrders: [] }} />
  );
}

interface RecordDetailsProps {
  readonly record: MatchedOrderRecord;
  readonly side: Side;
}

export function RecordDetails({ record, side }: RecordDetailsProps) {
  const { t } = useTexts();
  const { details } = record;
  const sells = side === 'sell';
  const party = (nickname: string, phone: string, amount: Usdt) => (
    <>
      <span className="font-strong">{nickname}</span>
      <span className="block whitespace-nowrap text-fg-muted">{readablePhone(phone)}</span>
      <span className="block text-fg-muted">
        {t('deals.requested')} <UsdtAmount value={amount} unit />
      </span>
    </>
  );
  const people = [
    [t('label.seller'), party(details.sellerNickname, details.sellerPhone, details.sellRequestAmount)],
    [t('label.buyer'), party(details.buyerNickname, details.buyerPhone, details.buyRequestAmount)],
  ] as const;
  return (
    <>
      <dl className="grid gap-x-8 gap-y-3 text-small min-[40rem]:grid-cols-2 xl:grid-cols-4">
        <Facts
          rows={{
            ...Object.fromEntries(sells ? people : people.toReversed()),
            [t('deals.registered')]: dateTimeInKorea(details.registrationDate),
            [t('fill.settled')]:
              details.completionDate === null ? '–' : dateTimeInKorea(details.completionDate),
          }}
        />
      </dl>
      <h2 className="mt-5 text-small font-strong">{t('deals.progress')}</h2>
      <ProgressRecords record={record} />
      <p className="mt-3">
        <Link
          to={`/admin/orders/${record._id}`}
          className="rounded-xs font-medium text-fg-muted text-small underline underline-offset-[3px] hover:text-fg"
        >
          {t('deals.trail')}
        </Link>
      </p>
    </>
  );
}

function ProgressRecords({ record }: { readonly record: MatchedOrderRecord }) {
  const { t } = useTexts();
  const columns: readonly Column<CompletedTrade>[] = [
    {
      head: t('deals.type'),
      place: 1,
      className: ({ type }) => `font-medium ${type === 'Sell' ? 'text-onsale' : 'text-waiting'}`,
      cell: ({ type }) => (type === 'Sell' ? t('label.sell') : t('label.buy')),
    },
    {
      head: t('member.nickname'),
      place: 3,
      cell: ({ orderId, nickname }) => <RowLink to={`/admin/orders/${orderId}`}>{nickname}</RowLink>,
    },
    { head: t('label.amountUsdt'), place: 2, usdt: ({ amount }) => amount },
    { head: t('label.price'), place: 'none', className: 'text-fg-muted', price: ({ price }) => price },
    { head: t('label.krw'), place: 4, krw: ({ krw }) => krw },
    {
      head: t('label.feeUsdt'),
      label: ({ fee }) => (fee === null ? undefined : t('label.fee')),
      place: 6,
      numeric: true,
      cell: ({ fee }) =>
        fee === null ? <span className="text-fg-subtle max-md:hidden">–</span> : <UsdtAmount value={fee} />,
    },
    { head: t('label.status'), place: 5, cell: (trade) => <TradeStatus trade={trade} /> },
    {
      head: t('label.time'),
      place: 7,
      numeric: true,
      time: ({ endedAt, createdAt }) => endedAt ?? createdAt,
    },
    {
      head: <span className="sr-only">{t('staff.actions')}</span>,
      // On a phone what it waits for is longer than half a line.
      place: 'whole',
      className: 'max-md:whitespace-normal',
      numeric: true,
      cell: (trade) => trade.status === 'completed' && <ReverseTrade trade={trade} />,
    },
  ];
  return (
    <Table
      caption={t('deals.progress')}
      lines={record.details.progressRecords}
      keyOf={({ tradeId, type }) => `${tradeId} ${type}`}
      columns={columns}
    />
  );
}

const ReversalDialog = onDemandDialog(() => import('./reversal-dialog.tsx'));

export type CompletedTrade = MatchedOrderRecord['details']['progressRecords'][number];

function ReverseTrade({ trade }: { readonly trade: CompletedTrade }) {
  const { t, formatUsdt } = useTexts();
  const waiting = useWaitingReversal(trade.tradeId);
  const [isOpen, setOpen] = useState(false);
  if (waiting !== undefined) return <WaitingApproval approval={waiting} />;
  return (
    <>
      <Button
        size="small"
        // Above the row's link, which on a phone covers the row.
        className="relative -my-1 max-md:my-0 max-md:mt-1.5"
        aria-haspopup="dialog"
        aria-label={t('reversal.reverseOf', { amount: formatUsdt(trade.amount) })}
        onClick={() => setOpen(true)}
      >
        {t('reversal.reverse')}
      </Button>
      <ReversalDialog trade={trade} open={isOpen} onClose={() => setOpen(false)} />
    </>
  );
}
