import { type Language, languages } from '@matgyo/contracts/errors/index';
import type { Side } from '@matgyo/contracts/ids';
import { kstOffsetMs } from '@matgyo/contracts/kst';
import { type TradePhase, type TradeStatus, tradePhaseOf } from '@matgyo/contracts/trade-phase';
import { spreadsheet } from '../platform/http/spreadsheet.ts';

/** `head` and `text`: what a file for people has in place of the name and of the value. */
export interface Column<Row> {
  readonly name: keyof Row & string;
  readonly head: InLanguages;
  readonly text?: (row: Row, language: Language) => string;
}
type InLanguages = Readonly<Record<Language, string>>;

interface Table<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** For people who read it; any other value: for programs, under the names of the fields. */
  readonly language: string | null | undefined;
}

/** Rows as a CSV file, for people in their language or for programs. */
export function spreadsheetOf<Row extends object>({ columns, rows, language }: Table<Row>): Promise<string> {
  const read = languages.find((each) => each === language);
  return spreadsheet([
    columns.map(({ name, head }) => (read === undefined ? name : head[read])),
    ...rows.map((row) =>
      columns.map(({ name, text }) =>
        read !== undefined && text !== undefined ? text(row, read) : (row[name] ?? ''),
      ),
    ),
  ]);
}

const sides: Readonly<Record<Side, InLanguages>> = {
  sell: { ko: '판매', en: 'Sell' },
  buy: { ko: '구매', en: 'Buy' },
};
export const sideText = ({ side }: { readonly side: Side }, language: Language): string =>
  sides[side][language];

/** `2026-11-29 21:54:09`, in Korea; '' for null. */
export const timeInKorea = (at: string | null): string =>
  at === null
    ? ''
    : new Date(Date.parse(at) + kstOffsetMs)
        .toISOString()
        .slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)
        .replace('T', ' ');

const phases: Readonly<Record<TradePhase, InLanguages>> = {
  live: { ko: '거래 중', en: 'In trade' },
  completed: { ko: '거래 완료', en: 'Completed' },
  reversed: { ko: '정정됨', en: 'Reversed' },
  cancelled: { ko: '취소됨', en: 'Cancelled' },
  none: { ko: '', en: '' },
};
const inDispute: InLanguages = { ko: '분쟁 중', en: 'In dispute' };
const awaitsConsent: InLanguages = { ko: '동의 대기', en: 'Awaiting consent' };

interface TradeNow {
  readonly status: TradeStatus;
  readonly inCase: boolean;
}

/** Of a match as lists show it. */
export function tradeStatusText({ status, inCase }: TradeNow, language: Language): string {
  if (inCase) return inDispute[language];
  return (status === 'offered' ? awaitsConsent : phases[tradePhaseOf(status)])[language];
}
