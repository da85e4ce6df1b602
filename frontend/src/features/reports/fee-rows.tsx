import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCount, formatUsdt } from '../../format/amount.ts';
import { dateTimeInKorea } from '../../format/date-time.ts';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { LoadMore, type PagedList } from '../../ui/load-more.tsx';
import { Cell, Row, rowLink, Table } from '../../ui/table.tsx';
import type { FeeReport, FeeRow } from './fee-query.ts';

interface FeeRowsProps {
  readonly rows: readonly FeeRow[];
  /** Totals of the search results; null without a search. */
  readonly found: FeeReport['found'];
  /** The number of all rows. */
  readonly count: number;
  readonly list: PagedList;
  /** Whether rows link to the orders' trails; for admins. */
  readonly trails: boolean;
}

/** One row per trade, in log order. */
export function FeeRows({ rows, found, count, list, trails }: FeeRowsProps) {
  const { t, language } = useTexts();
  return (
    <section aria-labelledby="fee-rows" className="min-w-0">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 id="fee-rows" className="text-heading">
          {t('fees.byTrade')}
          <span className="ml-1 font-regular text-fg-subtle">{formatCount(count, language)}</span>
        </h2>
        <p className="text-fg-subtle text-micro">
          {found === null
            ? t('fees.inOrder')
            : t('fees.foundSum', {
                amount: formatUsdt(found.amount, language),
                fee: formatUsdt(found.fee, language),
              })}
        </p>
      </div>
      {rows.length === 0 ? (
        <p className="border-line border-t py-6 text-fg-muted">{t('fees.noneFound')}</p>
      ) : (
        <FeeTable caption={t('fees.byTrade')}>
          {rows.map((row) => (
            <FeeTableRow key={row.eventId} row={row} trails={trails} />
          ))}
        </FeeTable>
      )}
      <LoadMore list={list} />
    </section>
  );
}

export function FeeTable({ caption, children }: { readonly caption: string; readonly children: ReactNode }) {
  const { t } = useTexts();
  return (
    <Table
      caption={caption}
      columns={[
        { head: t('member.referralCode') },
        { head: t('label.seller') },
        { head: t('label.buyer') },
        { head: t('label.amount'), numeric: true },
        { head: t('label.fee'), numeric: true },
        { head: t('label.completedAt'), numeric: true },
      ]}
    >
      {children}
    </Table>
  );
}

interface FeeTableRowProps {
  readonly row: FeeRow;
  readonly trails: boolean;
  readonly mark?: ReactNode;
}

export function FeeTableRow({ row, trails, mark }: FeeTableRowProps) {
  const { t } = useTexts();
  return (
    <Row>
      <Cell place={5} className="md:font-medium max-md:text-fg-subtle">
        {row.referralCode ?? '–'}
      </Cell>
      <Cell place={1} head className="max-md:font-medium md:font-regular">
        {mark}
        {row.kind === 'reversal' && (
          <span className="mr-1.5 font-strong text-danger text-small">{t('reversal.line')}</span>
        )}
        {trails ? (
          <Link to={`/admin/orders/${row.sellOrderId}`} className={rowLink}>
            {row.sellerNickname ?? '–'}
          </Link>
        ) : (
          (row.sellerNickname ?? '–')
        )}
      </Cell>
      <Cell place={3} label={t('label.buyer')} className="text-fg-muted">
        {row.buyerNickname ?? '–'}
      </Cell>
      <Cell place={2} numeric>
        <UsdtAmount value={row.amount} />
      </Cell>
      <Cell place={4} numeric label={t('label.fee')}>
        <UsdtAmount value={row.fee} />
      </Cell>
      <Cell place={6} numeric className="whitespace-nowrap text-fg-subtle">
        {dateTimeInKorea(row.completedAt)}
      </Cell>
    </Row>
  );
}
