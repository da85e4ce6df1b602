import type { FeeReportItem } from '@matgyo/contracts/endpoints/reports';
import type { SignedCheckpoint } from '@matgyo/contracts/proofs';
import type { FeeSummary } from '@matgyo/projections/reports/fee-report';
import type { FeeTotals } from '@matgyo/projections/reports/fee-totals';
import {
  type Column,
  type InLanguages,
  languageOf,
  type NamedValue,
  namedLines,
  spreadsheetOf,
  timeColumn,
  timeInKorea,
} from '../../platform/http/spreadsheet-columns.ts';
import { kindText } from '../../trading/spreadsheet-columns.ts';
import { statedBounds } from './report-query.ts';

/** The file's columns in order, named as in the ledger, so that files can be compared. */
const columns: readonly Column<FeeReportItem>[] = [
  { name: 'day', head: { ko: '날짜', en: 'Date' } },
  timeColumn('completedAt', { ko: '완료 (KST)', en: 'Completed (KST)' }),
  { name: 'tradeId', head: { ko: '거래 아이디', en: 'Trade ID' } },
  { name: 'sellOrderId', head: { ko: '판매 주문 아이디', en: 'Sell order ID' } },
  { name: 'buyOrderId', head: { ko: '구매 주문 아이디', en: 'Buy order ID' } },
  { name: 'referralCode', head: { ko: '추천 코드', en: 'Referral code' } },
  { name: 'sellerNickname', head: { ko: '판매자', en: 'Seller' } },
  { name: 'buyerNickname', head: { ko: '구매자', en: 'Buyer' } },
  { name: 'amount', head: { ko: '수량 (USDT)', en: 'Amount (USDT)' } },
  { name: 'price', head: { ko: '가격 (원)', en: 'Price (KRW)' } },
  { name: 'krw', head: { ko: '금액 (원)', en: 'KRW' } },
  { name: 'feeRate', head: { ko: '수수료율', en: 'Fee rate' } },
  { name: 'feeRule', head: { ko: '수수료 규칙', en: 'Fee rule' } },
  { name: 'fee', head: { ko: '수수료 (USDT)', en: 'Fee (USDT)' } },
  { name: 'eventId', head: { ko: '기록 아이디', en: 'Record ID' } },
  { name: 'kind', head: { ko: '종류', en: 'Kind' }, text: kindText },
];

interface FeeReportFile {
  readonly report: FeeSummary;
  readonly rows: readonly FeeReportItem[];
  /** The rows are those of a search; totals and fingerprint are still those of the whole report. */
  readonly found: { readonly search: string; readonly totals: FeeTotals } | null;
  readonly checkpoint: SignedCheckpoint | null;
}

/** The report as a CSV file: rows, totals and parameters, so that the file shows how to get it again. */
export function feeReportCsv(
  { report, rows, found, checkpoint }: FeeReportFile,
  language?: string | null,
): Promise<string> {
  const read = languageOf(language);
  const { from, to } = read === undefined ? report.period : statedBounds(report.period);
  const below: readonly NamedValue[] = [
    ...(found === null ? [] : foundBy(found)),
    ['trades', { ko: '완료된 거래', en: 'Completed trades' }, String(report.totals.trades)],
    ['reversals', { ko: '정정', en: 'Reversals' }, String(report.totals.reversals)],
    ['totalAmount', { ko: '판매 수량 (USDT)', en: 'Total USDT sold' }, report.totals.amount],
    ['totalKrw', { ko: '거래 금액 (원)', en: 'Value in won' }, report.totals.krw],
    ['totalFee', { ko: '수수료 합계 (USDT)', en: 'Total fee (USDT)' }, report.totals.fee],
    ['from', { ko: '시작일', en: 'Start date' }, from ?? ''],
    ['to', { ko: '종료일', en: 'End date' }, to ?? ''],
    ['referralCode', { ko: '추천 코드', en: 'Referral code' }, codeText(report.referralCode, language)],
    ['asOf', { ko: '반영한 마지막 기록', en: 'Includes records up to' }, report.asOf ?? ''],
    ['feeRules', { ko: '수수료 규칙', en: 'Fee rule' }, report.feeRules.join(' ')],
    ['projectionVersion', { ko: '계산 버전', en: 'Calculation version' }, String(report.projectionVersion)],
    ['sha256', { ko: '보고서 지문 (SHA-256)', en: 'Fingerprint of the report (SHA-256)' }, report.sha256],
    ...(checkpoint === null ? [] : signedBy(checkpoint, read === undefined ? String : timeInKorea)),
  ];
  return spreadsheetOf({ columns, rows, language }, namedLines(below, language));
}

export function codeText(code: string | null, language: string | null | undefined): string {
  const read = languageOf(language);
  return code ?? (read === undefined ? 'All' : everyCode[read]);
}
const everyCode: InLanguages = { ko: '모든 코드', en: 'All codes' };

const foundBy = ({ search, totals }: NonNullable<FeeReportFile['found']>): readonly NamedValue[] => [
  ['search', { ko: '검색어', en: 'Search' }, search],
  ['foundTrades', { ko: '검색된 거래', en: 'Trades found' }, String(totals.trades)],
  ['foundReversals', { ko: '검색된 정정', en: 'Reversals found' }, String(totals.reversals)],
  ['foundAmount', { ko: '검색된 판매 수량 (USDT)', en: 'USDT sold, found' }, totals.amount],
  ['foundKrw', { ko: '검색된 거래 금액 (원)', en: 'Value in won, found' }, totals.krw],
  ['foundFee', { ko: '검색된 수수료 (USDT)', en: 'Fee, found (USDT)' }, totals.fee],
];

const signedBy = (
  { statement, signature }: SignedCheckpoint,
  timeText: (at: string) => string,
): readonly NamedValue[] => [
  ['checkpoint', { ko: '체크포인트', en: 'Checkpoint' }, String(statement.sequence)],
  [
    'checkpointMadeAt',
    { ko: '체크포인트 시각 (KST)', en: 'Checkpoint made (KST)' },
    timeText(statement.madeAt),
  ],
  ['checkpointRoot', { ko: '체크포인트 루트', en: 'Checkpoint root' }, statement.root],
  ['checkpointKey', { ko: '체크포인트 키', en: 'Checkpoint key' }, statement.keyId],
  ['checkpointSignature', { ko: '체크포인트 서명', en: 'Checkpoint signature' }, signature],
];
