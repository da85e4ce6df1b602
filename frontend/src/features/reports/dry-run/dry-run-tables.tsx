import { formatCount } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';
import { UsdtAmount } from '../../../ui/amount.tsx';
import { Cell, Row } from '../../../ui/table.tsx';
import { Signed } from '../figures.tsx';
import type { DryRun } from './dry-run-query.ts';
import { LongTable } from './long-table.tsx';

type Figures = DryRun['totals'];
interface Named {
  readonly key: string;
  readonly name: string;
  readonly figures: Figures;
}

/** Charged and calculated fees, by day, code and member. */
export function DryRunTables({ dryRun }: { readonly dryRun: DryRun }) {
  const { t } = useTexts();
  const { days, codes, members, totals } = dryRun;
  const [byDay, byCode, byMember] = [
    days.map((row) => ({ key: row.day, name: row.day, figures: row })),
    codes.map((row) => ({
      key: row.referralCode ?? '',
      name: row.referralCode ?? t('fees.noCode'),
      figures: row,
    })),
    members.map((row) => ({ key: row.memberId, name: row.nickname ?? '–', figures: row })),
  ];
  return (
    <div className="mt-10 grid gap-10">
      <FeesBeside title={t('fees.byDay')} head={t('fees.day')} rows={byDay} totals={totals} />
      <FeesBeside title={t('fees.byCode')} head={t('fees.code')} rows={byCode} />
      <FeesBeside title={t('dryRun.byMember')} head={t('fees.seller')} rows={byMember} />
    </div>
  );
}

interface FeesBesideProps {
  readonly title: string;
  readonly head: string;
  readonly rows: readonly Named[];
  readonly totals?: Figures;
}

function FeesBeside({ title, head, rows, totals }: FeesBesideProps) {
  const { t } = useTexts();
  return (
    <LongTable
      title={title}
      columns={[
        { head, width: 'md:w-1/4' },
        { head: t('fees.trades'), numeric: true },
        { head: t('fees.sold'), numeric: true },
        { head: t('dryRun.charged'), numeric: true },
        { head: t('dryRun.underRule'), numeric: true },
        { head: t('compare.difference'), numeric: true },
      ]}
      foot={totals && <FiguresRow name={t('dryRun.sum')} figures={totals} sum />}
      rows={rows.map(({ key, name, figures }) => <FiguresRow key={key} name={name} figures={figures} />)}
    />
  );
}

interface FiguresRowProps {
  readonly name: string;
  readonly figures: Figures;
  readonly sum?: boolean;
}

function FiguresRow({ name, figures, sum }: FiguresRowProps) {
  const { t, language } = useTexts();
  return (
    <Row {...(sum === true && { sum })}>
      <Cell place={1} head className="max-md:break-all">
        {name}
      </Cell>
      <Cell place="none" numeric>
        {formatCount(figures.trades, language)}
      </Cell>
      <Cell place="none" numeric>
        <UsdtAmount value={figures.amount} />
      </Cell>
      <Cell place={3} numeric label={t('dryRun.charged')} className="max-md:text-left max-md:text-micro">
        <UsdtAmount value={figures.charged} />
      </Cell>
      <Cell place={4} numeric label={t('dryRun.underRule')} className="max-md:text-micro">
        <UsdtAmount value={figures.rehearsed} />
      </Cell>
      <Cell place={2} numeric className="font-strong">
        <Signed value={figures.difference} decimals={[4, 4]} plus />
      </Cell>
    </Row>
  );
}
