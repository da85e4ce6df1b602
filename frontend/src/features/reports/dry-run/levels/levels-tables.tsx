import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatCount } from '../../../../format/amount.ts';
import { dateTimeInKorea } from '../../../../format/date-time.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { KrwAmount } from '../../../../ui/amount.tsx';
import { Cell, Row } from '../../../../ui/table.tsx';
import { LongTable } from '../long-table.tsx';
import type { LevelsDryRun } from './levels-query.ts';

type Sums = LevelsDryRun['totals'];
interface Named {
  readonly key: string;
  readonly name: ReactNode;
  readonly sums: Sums;
}

/** Placed and refused orders by day, level and member, and the refused ones. */
export function LevelsTables({ dryRun }: { readonly dryRun: LevelsDryRun }) {
  const { t } = useTexts();
  const { days, byLevel, members, refused, totals } = dryRun;
  return (
    <div className="mt-10 grid gap-10">
      {refused.length > 0 && <RefusedOrders refused={refused} />}
      {members.length > 0 && (
        <SumsTable
          title={t('dryRun.byMember')}
          head={t('levelsDryRun.member')}
          rows={members.map((row) => ({
            key: row.memberId,
            name: <MemberLink id={row.memberId} nickname={row.nickname} />,
            sums: row,
          }))}
        />
      )}
      <SumsTable
        title={t('levelsDryRun.byLevel')}
        head={t('levelsDryRun.level')}
        rows={byLevel.map((row) => ({
          key: String(row.level),
          name: t('levelsDryRun.levelNumber', { level: row.level }),
          sums: row,
        }))}
      />
      <SumsTable
        title={t('fees.byDay')}
        head={t('fees.day')}
        rows={days.map((row) => ({ key: row.day, name: row.day, sums: row }))}
        totals={totals}
      />
    </div>
  );
}

function MemberLink({ id, nickname }: { readonly id: string; readonly nickname: string | null }) {
  return (
    <Link to={`/admin/users/${id}`} className="rounded-xs hover:underline">
      {nickname ?? id}
    </Link>
  );
}

interface SumsTableProps {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly Named[];
  readonly totals?: Sums;
}

function SumsTable({ title, head, rows, totals }: SumsTableProps) {
  const { t } = useTexts();
  return (
    <LongTable
      title={title}
      columns={[
        { head, width: 'md:w-1/4' },
        { head: t('levelsDryRun.orders'), numeric: true },
        { head: t('levelsDryRun.krw'), numeric: true },
        { head: t('levelsDryRun.refused'), numeric: true },
        { head: t('levelsDryRun.refusedKrw'), numeric: true },
      ]}
      foot={totals && <SumsRow name={t('dryRun.sum')} sums={totals} sum />}
      rows={rows.map(({ key, name, sums }) => <SumsRow key={key} name={name} sums={sums} />)}
    />
  );
}

interface SumsRowProps {
  readonly name: ReactNode;
  readonly sums: Sums;
  readonly sum?: boolean;
}

function SumsRow({ name, sums, sum }: SumsRowProps) {
  const { t, language } = useTexts();
  return (
    <Row {...(sum === true && { sum })}>
      <Cell place={1} head className="max-md:break-all">
        {name}
      </Cell>
      <Cell place={3} numeric label={t('levelsDryRun.orders')} className="max-md:text-left max-md:text-micro">
        {formatCount(sums.orders, language)}
      </Cell>
      <Cell place="none" numeric>
        <KrwAmount value={sums.krw} />
      </Cell>
      <Cell place={4} numeric label={t('levelsDryRun.refused')} className="max-md:text-micro">
        {formatCount(sums.refused, language)}
      </Cell>
      <Cell place={2} numeric className="font-strong">
        <KrwAmount value={sums.refusedKrw} />
      </Cell>
    </Row>
  );
}

/** The refused orders with what was open and the limit, each leading to its trail. */
function RefusedOrders({ refused }: Pick<LevelsDryRun, 'refused'>) {
  const { t } = useTexts();
  return (
    <LongTable
      title={t('levelsDryRun.refusedOrders')}
      columns={[
        { head: t('levelsDryRun.placedAt'), width: 'md:w-1/4' },
        { head: t('levelsDryRun.member') },
        { head: t('levelsDryRun.level'), numeric: true },
        { head: t('levelsDryRun.limit'), numeric: true },
        { head: t('levelsDryRun.openBefore'), numeric: true },
        { head: t('levelsDryRun.orderKrw'), numeric: true },
      ]}
      rows={refused.map((order) => (
        <Row key={order.orderId}>
          <Cell place={1} head>
            <Link to={`/admin/orders/${order.orderId}`} className="rounded-xs hover:underline">
              {order.side === 'sell' ? t('levelsDryRun.sell') : t('levelsDryRun.buy')}{' '}
              {dateTimeInKorea(order.at)}
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
          <Cell place={5} numeric label={t('levelsDryRun.openBefore')} className="max-md:text-micro">
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
