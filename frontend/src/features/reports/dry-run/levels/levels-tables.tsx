import { Link } from 'react-router-dom';
import { formatCount } from '../../../../format/amount.ts';
import { dateTimeInKorea } from '../../../../format/date-time.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { KrwAmount } from '../../../../ui/amount.tsx';
import { Cell, Row, rowLink } from '../../../../ui/table.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import type { LevelsDryRun } from '../dry-run-query.ts';
import { LongTable } from '../long-table.tsx';
import { SumsTable } from '../sums-table.tsx';

/** Placed and refused orders by day, level and member, and the refused ones. */
export function LevelsTables({ dryRun }: { readonly dryRun: LevelsDryRun }) {
  const { t, language } = useTexts();
  const { days, byLevel, members, refused, totals } = dryRun;
  const columns = [
    {
      head: t('levelsDryRun.orders'),
      place: 3 as const,
      cell: ({ orders }: typeof totals) => formatCount(orders, language),
    },
    { head: t('levelsDryRun.krw'), cell: ({ krw }: typeof totals) => <KrwAmount value={krw} /> },
    {
      head: t('levelsDryRun.refused'),
      place: 4 as const,
      cell: (sums: typeof totals) => formatCount(sums.refused, language),
    },
    {
      head: t('levelsDryRun.refusedKrw'),
      place: 2 as const,
      cell: ({ refusedKrw }: typeof totals) => <KrwAmount value={refusedKrw} />,
    },
  ];
  const byMember = members.map((row) => ({
    key: row.memberId,
    name: <MemberLink id={row.memberId} nickname={row.nickname} />,
    sums: row,
  }));
  const ofLevels = byLevel.map((row) => ({
    key: String(row.level),
    name: t('levelsDryRun.levelNumber', { level: row.level }),
    sums: row,
  }));
  const byDay = days.map((row) => ({ key: row.day, name: row.day, sums: row }));
  return (
    <div className="mt-10 grid gap-10">
      {refused.length > 0 && <RefusedOrders refused={refused} />}
      {members.length > 0 && (
        <SumsTable title={t('dryRun.byMember')} head={t('role.member')} columns={columns} rows={byMember} />
      )}
      <SumsTable
        title={t('levelsDryRun.byLevel')}
        head={t('account.level')}
        columns={columns}
        rows={ofLevels}
      />
      <SumsTable title={t('fees.byDay')} head={t('overview.day')} {...{ columns, totals }} rows={byDay} />
    </div>
  );
}

function MemberLink({ id, nickname }: { readonly id: string; readonly nickname: string | null }) {
  return <TextLink to={`/admin/users/${id}`}>{nickname ?? id}</TextLink>;
}

/** The refused orders with what was open and the limit, each leading to its trail. */
function RefusedOrders({ refused }: Pick<LevelsDryRun, 'refused'>) {
  const { t } = useTexts();
  return (
    <LongTable
      title={t('levelsDryRun.refused')}
      columns={[
        { head: t('order.title'), width: 'md:w-1/4' },
        { head: t('role.member') },
        { head: t('account.level'), numeric: true },
        { head: t('levelsDryRun.limit'), numeric: true },
        { head: t('levelsDryRun.openBefore'), numeric: true },
        { head: t('levelsDryRun.orderKrw'), numeric: true },
      ]}
      rows={refused.map((order) => (
        <Row key={order.orderId}>
          <Cell place={1} head>
            <Link to={`/admin/orders/${order.orderId}`} className={rowLink}>
              {order.side === 'sell' ? t('label.sell') : t('label.buy')} {dateTimeInKorea(order.at)}
            </Link>
          </Cell>
          <Cell place={3} className="max-md:break-all">
            <MemberLink id={order.memberId} nickname={order.nickname} />
          </Cell>
          <Cell place="none" numeric>
            {order.level}
          </Cell>
          <Cell place={4} numeric label={t('levelsDryRun.limit')} className="max-md:text-micro">
            {order.limitKrw === null ? '–' : <KrwAmount value={order.limitKrw} />}
          </Cell>
          <Cell
            place={5}
            numeric
            label={t('levelsDryRun.openBefore')}
            className="max-md:text-left max-md:text-micro"
          >
            <KrwAmount value={order.openKrw} />
          </Cell>
          <Cell place={2} numeric className="font-strong">
            <KrwAmount value={order.krw} />
          </Cell>
        </Row>
      ))}
    />
  );
}
