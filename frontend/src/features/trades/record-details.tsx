import type { MatchedOrderRecord } from '@matgyo/contracts/endpoints/trades';
import type { Side } from '@matgyo/contracts/ids';
import { Link } from 'react-router-dom';
import { formatKrw, formatPrice } from '../../format/amount.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { readablePhone } from '../../format/phone.ts';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { Fact } from '../../ui/fact.tsx';
import { Cell, Row, rowLink, Table } from '../../ui/table.tsx';
import { TradeStatus } from '../../ui/trade-status.tsx';
import { ReverseTrade } from './reverse-trade.tsx';

interface RecordDetailsProps {
  readonly record: MatchedOrderRecord;
  readonly side: Side;
}

/** Whose order it is, with whom it was matched and how, and when it began and ended. */
export function RecordDetails({ record, side }: RecordDetailsProps) {
  const { t } = useTexts();
  const { details } = record;
  const sells = side === 'sell';
  const completed = details.progressRecords.filter(({ status }) => status === 'completed');
  const people = [
    {
      label: t('label.seller'),
      nickname: details.sellerNickname,
      phone: details.sellerPhone,
      amount: details.sellRequestAmount,
    },
    {
      label: t('label.buyer'),
      nickname: details.buyerNickname,
      phone: details.buyerPhone,
      amount: details.buyRequestAmount,
    },
  ];
  return (
    <>
      <dl className="grid gap-x-8 gap-y-3 text-small min-[40rem]:grid-cols-2 xl:grid-cols-4">
        {(sells ? people : people.toReversed()).map(({ label, nickname, phone, amount }) => (
          <Fact key={label} label={label}>
            <span className="font-strong">{nickname}</span>
            <span className="block whitespace-nowrap text-fg-muted">{readablePhone(phone)}</span>
            <span className="block text-fg-muted">
              {t('deals.requested')} <UsdtAmount value={amount} unit />
            </span>
          </Fact>
        ))}
        <Fact label={t('deals.registered')}>{dateTimeInKorea(details.registrationDate)}</Fact>
        <Fact label={t('fill.settled')}>
          {details.completionDate === null ? '–' : dateTimeInKorea(details.completionDate)}
        </Fact>
      </dl>
      <h2 className="mt-5 text-small font-strong">{t('deals.progress')}</h2>
      <ProgressRecords record={record} />
      {completed.map((trade) => (
        <ReverseTrade key={trade.tradeId} trade={trade} />
      ))}
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
  const { t, language } = useTexts();
  return (
    <Table
      caption={t('deals.progress')}
      columns={[
        { head: t('deals.type') },
        { head: t('member.nickname') },
        { head: t('label.amount'), numeric: true },
        { head: t('label.price'), numeric: true },
        { head: t('label.krw'), numeric: true },
        { head: t('label.fee'), numeric: true },
        { head: t('label.status') },
        { head: t('label.time'), numeric: true },
      ]}
    >
      {record.details.progressRecords.map((match) => (
        <Row key={`${match.tradeId} ${match.type}`}>
          <Cell
            place={1}
            className={match.type === 'Sell' ? 'font-medium text-onsale' : 'font-medium text-waiting'}
          >
            {match.type === 'Sell' ? t('label.sell') : t('label.buy')}
          </Cell>
          <Cell place={3}>
            <Link to={`/admin/orders/${match.orderId}`} className={rowLink}>
              {match.nickname}
            </Link>
          </Cell>
          <Cell place={2} numeric>
            <UsdtAmount value={match.amount} />
          </Cell>
          <Cell place="none" numeric className="text-fg-muted">
            {formatPrice(match.price, language)}
          </Cell>
          <Cell place={4} numeric>
            {formatKrw(match.krw, language)}
          </Cell>
          <Cell place={6} numeric {...(match.fee !== null && { label: t('label.fee') })}>
            {match.fee === null ? (
              <span className="text-fg-subtle max-md:hidden">–</span>
            ) : (
              <UsdtAmount value={match.fee} />
            )}
          </Cell>
          <Cell place={5}>
            <TradeStatus status={match.status} />
          </Cell>
          <Cell place={7} numeric className="whitespace-nowrap text-fg-subtle max-md:text-left">
            {dateTimeInKorea(match.endedAt ?? match.createdAt)}
          </Cell>
        </Row>
      ))}
    </Table>
  );
}
