import type { FeeReportItem } from '@matgyo/contracts/endpoints/reports';
import type { SignedCheckpoint } from '@matgyo/contracts/proofs';
import type { FeeSummary } from '@matgyo/projections/reports/fee-report';
import type { FeeTotals } from '@matgyo/projections/reports/fee-totals';
import { spreadsheet } from '../../platform/http/spreadsheet.ts';

/** The file's columns in order, named as in the ledger, so that files can be compared. */
const columns = [
  'day',
  'completedAt',
  'tradeId',
  'sellOrderId',
  'buyOrderId',
  'referralCode',
  'sellerNickname',
  'buyerNickname',
  'amount',
  'price',
  'krw',
  'feeRate',
  'feeRule',
  'fee',
  'eventId',
  'kind',
] as const satisfies readonly (keyof FeeReportItem)[];

/**
 * The report as a CSV file: rows, totals and parameters, so that the file shows how to get it again. `found`: the
 * rows are those of a search; totals and fingerprint are still those of the whole report.
 */
export function feeReportCsv(
  report: FeeSummary,
  rows: readonly FeeReportItem[],
  found: { readonly search: string; readonly totals: FeeTotals } | null,
  checkpoint: SignedCheckpoint | null,
): Promise<string> {
  const { totals } = report;
  const summary: readonly (readonly string[])[] = [
    [],
    ...(found === null
      ? []
      : [
          ['search', found.search],
          ['foundTrades', String(found.totals.trades)],
          ['foundReversals', String(found.totals.reversals)],
          ['foundAmount', found.totals.amount],
          ['foundKrw', found.totals.krw],
          ['foundFee', found.totals.fee],
        ]),
    ['trades', String(totals.trades)],
    ['reversals', String(totals.reversals)],
    ['totalAmount', totals.amount],
    ['totalKrw', totals.krw],
    ['totalFee', totals.fee],
    ['from', report.period.from],
    ['to', report.period.to],
    ['referralCode', report.referralCode ?? 'All'],
    ['asOf', report.asOf ?? ''],
    ['feeRules', report.feeRules.join(' ')],
    ['projectionVersion', String(report.projectionVersion)],
    ['sha256', report.sha256],
    ...(checkpoint === null ? [] : signedBy(checkpoint)),
  ];
  const table = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? '')), ...summary];
  return spreadsheet(table);
}

const signedBy = ({ statement, signature }: SignedCheckpoint): readonly (readonly string[])[] => [
  ['checkpoint', String(statement.sequence)],
  ['checkpointMadeAt', statement.madeAt],
  ['checkpointRoot', statement.root],
  ['checkpointKey', statement.keyId],
  ['checkpointSignature', signature],
];
