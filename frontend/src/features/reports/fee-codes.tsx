import type { reportPaths } from '@matgyo/contracts/paths/reports';
import type { AnswerOf } from '../../api/route.ts';
import { formatCount } from '../../format/amount.ts';
import { useTexts } from '../../i18n/index.ts';
import { UsdtAmount } from '../../ui/amount.tsx';
import { Cell, Row, Table } from '../../ui/table.tsx';

interface FeeCodesProps {
  readonly codes: AnswerOf<typeof reportPaths.feeReportDays>['codes'];
}

/** Fees by the seller's referral code, highest first; nothing for a single code. */
export function FeeCodes({ codes }: FeeCodesProps) {
  const { t, language } = useTexts();
  if (codes.length < 2) return null;
  return (
    <section aria-labelledby="fee-codes" className="min-w-0">
      <h2 id="fee-codes" className="flex min-h-7 items-center text-heading">
        {t('fees.byCode')}
      </h2>
      <Table
        caption={t('fees.byCode')}
        compact
        columns={[
          { head: t('fees.code') },
          { head: t('fees.trades'), numeric: true },
          { head: t('fees.sold'), numeric: true },
          { head: t('fees.fee'), numeric: true },
        ]}
      >
        {codes.map(({ referralCode, trades, amount, fee }) => (
          <Row key={referralCode} compact>
            <Cell compact head>
              {referralCode ?? t('fees.noCode')}
            </Cell>
            <Cell compact numeric>
              {formatCount(trades, language)}
            </Cell>
            <Cell compact numeric>
              <UsdtAmount value={amount} />
            </Cell>
            <Cell compact numeric>
              <UsdtAmount value={fee} />
            </Cell>
          </Row>
        ))}
      </Table>
    </section>
  );
}
