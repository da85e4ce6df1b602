import { dateTimeInKorea } from '../../../../format/date-time.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { KrwAmount } from '../../../../ui/amount.tsx';
import { type Column, RowLink } from '../../../../ui/table.tsx';
import { TextLink } from '../../../../ui/text-link.tsx';
import type { LevelsDryRun } from '../dry-run-query.ts';
import { DaysTable, LongTable, type SumsColumn, SumsTable } from '../long-table.tsx';

/** Placed and refused orders by day, level and member, and the refused ones. */
export function LevelsTables({ dryRun }: { readonly dryRun: LevelsDryRun }) {
  const { t, formatCount } = useTexts();
  const { days, byLevel, members, refused, totals } = dryRun;
  const columns: readonly SumsColumn<typeof totals>[] = [
    { head: t('levelsDryRun.orders'), place: 3, cell: ({ orders }) => formatCount(orders) },
    { head: t('levelsDryRun.krw'), place: 'none', cell: ({ krw }) => <KrwAmount value={krw} /> },
    { head: t('levelsDryRun.refused'), place: 4, cell: (sums) => formatCount(sums.refused) },
    {
      head: t('levelsDryRun.refusedKrw'),
      place: 2,
      cell: ({ refusedKrw }) => <KrwAmount value={refusedKrw} />,
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
      <DaysTable days={days} columns={columns} totals={totals} />
    </div>
  );
}

function MemberLink({ id, nickname }: { readonly id: string; readonly nickname: string | null }) {
  return <TextLink to={`/admin/users/${id}`}>{nickname ?? id}</TextLink>;
}

/** The refused orders with what was open and the limit, each leading to its trail. */
function RefusedOrders({ refused }: Pick<LevelsDryRun, 'refused'>) {
  const { t } = useTexts();
  const columns: readonly Column<LevelsDryRun['refused'][number]>[] = [
    {
      head: t('order.title'),
      width: 'md:w-1/4',
      place: 1,
      isName: true,
      cell: ({ orderId, side, at }) => (
        <RowLink to={`/admin/orders/${orderId}`}>
          {t(`label.${side}`)} {dateTimeInKorea(at)}
        </RowLink>
      ),
    },
    {
      head: t('role.member'),
      place: 3,
      className: 'max-md:break-all',
      cell: ({ memberId, nickname }) => <MemberLink id={memberId} nickname={nickname} />,
    },
    { head: t('account.level'), place: 'none', numeric: true, cell: ({ level }) => level },
    {
      head: t('levelsDryRun.limit'),
      label: true,
      place: 4,
      numeric: true,
      className: 'max-md:text-micro',
      cell: ({ limitKrw }) => (limitKrw === null ? '–' : <KrwAmount value={limitKrw} />),
    },
    {
      head: t('levelsDryRun.openBefore'),
      label: true,
      place: 5,
      numeric: true,
      className: 'max-md:text-micro',
      cell: ({ openKrw }) => <KrwAmount value={openKrw} />,
    },
    {
      head: t('levelsDryRun.orderKrw'),
      place: 2,
      numeric: true,
      className: 'font-strong',
      cell: ({ krw }) => <KrwAmount value={krw} />,
    },
  ];
  return (
    <LongTable
      title={t('levelsDryRun.refused')}
      lines={refused}
      keyOf={({ orderId }) => orderId}
      columns={columns}
    />
  );
}
