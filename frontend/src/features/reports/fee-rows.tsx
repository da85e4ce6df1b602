import type { ReactNode } from 'react';
import { useTexts } from '../../i18n/index.ts';
import { LoadMore, type PagedList } from '../../ui/paged.tsx';
import { type Column, RowLink, Table } from '../../ui/table.tsx';
import { Count } from '../../ui/titled-section.tsx';
import { ReversalMark } from './figures.tsx';
import type { FeeReport, FeeRow } from './report-queries.ts';

interface FeeRowsProps {
  readonly rows: readonly FeeRow[];
  readonly report: FeeReport;
  readonly list: PagedList;
  /** Whether rows link to the orders' trails; for admins. */
  readonly trails: boolean;
}

export const linesOf = ({ trades, reversals }: Pick<FeeReport['totals'], 'trades' | 'reversals'>): number =>
  trades + reversals;

/** One row per trade, in log order. */
export function FeeRows({ rows, report: { found, totals }, list, trails }: FeeRowsProps) {
  const { t, formatUsdt, formatCount } = useTexts();
  return (
    <section aria-labelledby="fee-rows" className="min-w-0">
      <div className="flex min-h-7 items-center justify-between gap-3">
        <h2 id="fee-rows" className="text-heading">
          {t('fees.byTrade')} <Count text={formatCount(linesOf(found ?? totals))} />
        </h2>
        <p className="text-fg-subtle text-micro">
          {found === null
            ? t('fees.inOrder')
            : t('fees.foundSum', { amount: formatUsdt(found.amount), fee: formatUsdt(found.fee) })}
        </p>
      </div>
      {rows.length === 0 ? (
        <p className="border-line border-t py-6 text-fg-muted">{t('fees.noneFound')}</p>
      ) : (
        <FeeTable caption={t('fees.byTrade')} rows={rows} trails={trails} />
      )}
      <LoadMore list={list} />
    </section>
  );
}

interface FeeTableProps<Line extends FeeRow> {
  readonly caption: string;
  readonly rows: readonly Line[];
  readonly trails: boolean;
  readonly keyOf?: (row: Line) => string;
  /** In a column of its own before the others. */
  readonly mark?: (row: Line) => ReactNode;
}

export function FeeTable<Line extends FeeRow>(props: FeeTableProps<Line>) {
  const { caption, rows, trails, keyOf = ({ eventId }) => eventId, mark } = props;
  const { t } = useTexts();
  const columns: readonly Column<Line>[] = [
    ...(mark === undefined
      ? []
      : [{ head: t('compare.event'), place: 'whole', className: 'max-md:order-first', cell: mark } as const]),
    {
      head: t('member.referralCode'),
      place: 5,
      className: 'md:font-medium max-md:text-fg-subtle',
      cell: ({ referralCode }) => referralCode ?? '–',
    },
    {
      head: t('label.seller'),
      place: 1,
      isName: true,
      className: 'max-md:font-medium md:font-regular',
      cell: (row) => (
        <>
          <ReversalMark kind={row.kind} />
          {trails ? (
            <RowLink to={`/admin/orders/${row.sellOrderId}`}>{row.sellerNickname ?? '–'}</RowLink>
          ) : (
            (row.sellerNickname ?? '–')
          )}
        </>
      ),
    },
    {
      head: t('label.buyer'),
      label: true,
      place: 3,
      className: 'text-fg-muted',
      cell: ({ buyerNickname }) => buyerNickname ?? '–',
    },
    { head: t('label.amountUsdt'), place: 2, usdt: ({ amount }) => amount },
    { head: t('label.feeUsdt'), label: t('label.fee'), place: 4, usdt: ({ fee }) => fee },
    { head: t('label.completedAt'), place: 6, numeric: true, time: ({ completedAt }) => completedAt },
  ];
  return <Table caption={caption} lines={rows} keyOf={keyOf} columns={columns} />;
}
