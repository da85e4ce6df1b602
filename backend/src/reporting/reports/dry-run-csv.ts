import type { DryRun } from '@matgyo/projections/reports/fees-dry-run';
import type { LevelsDryRun } from '@matgyo/projections/reports/levels-dry-run';
import {
  type Column,
  type InLanguages,
  linesOf,
  type NamedValue,
  namedLines,
  spreadsheetOf,
  timeColumn,
} from '../../platform/http/spreadsheet-columns.ts';
import { sideText } from '../../trading/spreadsheet-columns.ts';
import { codeText } from './fee-report-csv.ts';

type Language = string | null | undefined;
type Named<Row> = readonly (Row & { readonly nickname: string | null })[];
type NamedFees = Omit<DryRun, 'members'> & { readonly members: Named<DryRun['members'][number]> };
type NamedLevels = Omit<LevelsDryRun, 'members' | 'refused'> & {
  readonly members: Named<LevelsDryRun['members'][number]>;
  readonly refused: Named<LevelsDryRun['refused'][number]>;
};

const groups = {
  day: { ko: '일별', en: 'Day' },
  code: { ko: '추천 코드별', en: 'Referral code' },
  level: { ko: '레벨별', en: 'Level' },
  member: { ko: '회원별', en: 'Member' },
  total: { ko: '합계', en: 'Total' },
} as const satisfies Record<string, InLanguages>;

const noCode: InLanguages = { ko: '코드 없음', en: 'No code' };

/** What a line sums up. */
interface Summed {
  readonly by: keyof typeof groups;
  readonly key: string;
  readonly nickname: string;
}

const summedColumns: readonly Column<Summed>[] = [
  { name: 'by', head: { ko: '구분', en: 'By' }, text: ({ by }, language) => groups[by][language] },
  {
    name: 'key',
    head: { ko: '항목', en: 'Item' },
    text: ({ by, key }, language) => (by === 'code' && key === '' ? noCode[language] : key),
  },
  { name: 'nickname', head: { ko: '닉네임', en: 'Nickname' } },
];

const summed = <Sums>(by: Summed['by'], key: string, nickname: string | null, sums: Sums) => ({
  ...sums,
  by,
  key,
  nickname: nickname ?? '',
});

const feeColumns: readonly Column<Summed & DryRun['totals']>[] = [
  ...summedColumns,
  { name: 'trades', head: { ko: '거래', en: 'Trades' } },
  { name: 'amount', head: { ko: '판매 수량 (USDT)', en: 'USDT sold' } },
  { name: 'charged', head: { ko: '실제 수수료 (정정 전)', en: 'Charged, before reversals' } },
  { name: 'rehearsed', head: { ko: '이 규칙 적용', en: 'Under this rule' } },
  { name: 'difference', head: { ko: '차이', en: 'Difference' } },
];

/** By day, code and member, then the parameters and the fingerprint. */
export function feesDryRunCsv(dryRun: NamedFees, language: Language): Promise<string> {
  const rows = [
    ...dryRun.days.map(({ day, ...fees }) => summed('day', day, '', fees)),
    ...dryRun.codes.map(({ referralCode, ...fees }) => summed('code', referralCode ?? '', '', fees)),
    ...dryRun.members.map(({ memberId, nickname, ...fees }) => summed('member', memberId, nickname, fees)),
    summed('total', '', '', dryRun.totals),
  ];
  const below: readonly NamedValue[] = [
    ['rule', { ko: '수수료 규칙', en: 'Fee rule' }, JSON.stringify(dryRun.rule)],
    ...rangeOf(dryRun),
    ['referralCode', { ko: '추천 코드', en: 'Referral code' }, codeText(dryRun.referralCode, language)],
    ['projectionVersion', { ko: '계산 버전', en: 'Calculation version' }, String(dryRun.projectionVersion)],
    ['sha256', { ko: '규칙과 기간의 지문 (SHA-256)', en: 'Fingerprint (SHA-256)' }, dryRun.sha256],
  ];
  return spreadsheetOf({ columns: feeColumns, rows, language }, namedLines(below, language));
}

const levelColumns: readonly Column<Summed & LevelsDryRun['totals']>[] = [
  ...summedColumns,
  { name: 'orders', head: { ko: '접수된 주문', en: 'Orders placed' } },
  { name: 'krw', head: { ko: '접수 금액 (원)', en: 'Value placed (KRW)' } },
  { name: 'refused', head: { ko: '막혔을 주문', en: 'Orders refused' } },
  { name: 'refusedKrw', head: { ko: '막혔을 금액 (원)', en: 'Value refused (KRW)' } },
];

const refusedColumns: readonly Column<NamedLevels['refused'][number]>[] = [
  { name: 'orderId', head: { ko: '주문 아이디', en: 'Order ID' } },
  { name: 'side', head: { ko: '구분', en: 'Side' }, text: sideText },
  timeColumn('at', { ko: '접수 (KST)', en: 'Placed (KST)' }),
  { name: 'memberId', head: { ko: '회원 아이디', en: 'Member ID' } },
  { name: 'krw', head: { ko: '주문 금액 (원)', en: 'Order value (KRW)' } },
  { name: 'level', head: { ko: '레벨', en: 'Level' } },
  { name: 'limitKrw', head: { ko: '한도 (원)', en: 'Limit (KRW)' } },
  { name: 'openKrw', head: { ko: '이미 진행 중 (원)', en: 'In open orders (KRW)' } },
  { name: 'nickname', head: { ko: '닉네임', en: 'Nickname' } },
];

/** By day, level and member, the refused orders, then the parameters and the fingerprint. */
export function levelsDryRunCsv(dryRun: NamedLevels, language: Language): Promise<string> {
  const rows = [
    ...dryRun.days.map(({ day, ...sums }) => summed('day', day, '', sums)),
    ...dryRun.byLevel.map(({ level, ...sums }) => summed('level', String(level), '', sums)),
    ...dryRun.members.map(({ memberId, nickname, ...sums }) => summed('member', memberId, nickname, sums)),
    summed('total', '', '', dryRun.totals),
  ];
  const below: readonly NamedValue[] = [
    ['levels', { ko: '레벨 기준', en: 'Levels' }, JSON.stringify(dryRun.levels)],
    ...rangeOf(dryRun),
    ['sha256', { ko: '레벨 기준과 기간의 지문 (SHA-256)', en: 'Fingerprint (SHA-256)' }, dryRun.sha256],
  ];
  return spreadsheetOf(
    { columns: levelColumns, rows, language },
    linesOf({ columns: refusedColumns, rows: dryRun.refused, language }),
    namedLines(below, language),
  );
}

const rangeOf = ({ before, after }: Pick<DryRun, 'before' | 'after'>): readonly NamedValue[] => [
  ['before', { ko: '시작 기록', en: 'After record' }, before.asOf ?? ''],
  ['after', { ko: '반영한 마지막 기록', en: 'Includes records up to' }, after.asOf ?? ''],
];
