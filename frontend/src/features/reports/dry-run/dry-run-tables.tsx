import { formatCount } from '../../../format/amount.ts';
import { useTexts } from '../../../i18n/index.ts';
import { UsdtAmount } from '../../../ui/amount.tsx';
import { Signed } from '../figures.tsx';
import type { DryRun } from './dry-run-query.ts';
import { SumsTable } from './sums-table.tsx';

/** Charged and calculated fees, by day, code and member. */
export function DryRunTables({ dryRun }: { readonly dryRun: DryRun }) {
  const { t, language } = useTexts();
  const { days, codes, members, totals } = dryRun;
  const columns = [
    { head: t('fees.trades'), cell: ({ trades }: typeof totals) => formatCount(trades, language) },
    { head: t('fees.sold'), cell: ({ amount }: typeof totals) => <UsdtAmount value={amount} /> },
    {
      ...{ head: t('dryRun.charged'), place: 3 as const },
      cell: ({ charged }: typeof totals) => <UsdtAmount value={charged} />,
    },
    {
      ...{ head: t('dryRun.underRule'), place: 4 as const },
      cell: ({ rehearsed }: typeof totals) => <UsdtAmount value={rehearsed} />,
    },
    {
      ...{ head: t('compare.difference'), place: 2 as const },
      cell: ({ difference }: typeof totals) => <Signed value={difference} decimals={[4, 4]} plus />,
    },
  ];
  const byDay = days.map((row) => ({ key: row.day, name: row.day, sums: row }));
  const byCode = codes.map((row) => ({
    ...{ key: row.referralCode ?? '', name: row.referralCode ?? t('fees.noCode') },
    sums: row,
  }));
  const byMember = members.map((row) => ({ key: row.memberId, name: row.nickname ?? '–', sums: row }));
  return (
    <div className="mt-10 grid gap-10">
      <SumsTable title={t('fees.byDay')} head={t('fees.day')} {...{ columns, totals }} rows={byDay} />
      <SumsTable title={t('fees.byCode')} head={t('fees.code')} columns={columns} rows={byCode} />
      <SumsTable title={t('dryRun.byMember')} head={t('fees.seller')} columns={columns} rows={byMember} />
    </div>
  );
}
