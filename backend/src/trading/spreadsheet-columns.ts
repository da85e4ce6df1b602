import type { Side } from '@matgyo/contracts/ids';
import { kstOffsetMs } from '@matgyo/contracts/kst';
import { type TradePhase, type TradeStatus, tradePhaseOf } from '@matgyo/contracts/trade-phase';
import { spreadsheet } from '../platform/http/spreadsheet.ts';

/** `head` and `text`: what a file in Korean has in place of the name and of the value. */
export interface Column<Row> {
  readonly name: keyof Row & string;
  readonly head: string;
  readonly text?: (row: Row) => string;
}

interface Table<Row> {
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** `ko`: in Korean; any other: for programs, under the names of the fields. */
  readonly language: string | null | undefined;
}

/** Rows as a CSV file, for people in Korean or for programs. */
export function spreadsheetOf<Row extends object>({ columns, rows, language }: Table<Row>): Promise<string> {
  const isKorean = language === 'ko';
  return spreadsheet([
    columns.map(({ name, head }) => (isKorean ? head : name)),
    ...rows.map((row) =>
      columns.map(({ name, text }) => (isKorean && text !== undefined ? text(row) : (row[name] ?? ''))),
    ),
  ]);
}

export const sideInKorean = ({ side }: { readonly side: Side }): string =>
  side === 'sell' ? '판매' : '구매';

/** `2026-11-29 21:54:09`, in Korea; '' for null. */
export const timeInKorea = (at: string | null): string =>
  at === null
    ? ''
    : new Date(Date.parse(at) + kstOffsetMs)
        .toISOString()
        .slice(0, 'YYYY-MM-DDTHH:mm:ss'.length)
        .replace('T', ' ');

const phasesInKorean: Readonly<Record<TradePhase, string>> = {
  live: '거래 중',
  completed: '거래 완료',
  reversed: '정정됨',
  cancelled: '취소됨',
  none: '',
};

interface TradeNow {
  readonly status: TradeStatus;
  readonly inCase: boolean;
}

export function tradeStatusInKorean({ status, inCase }: TradeNow): string {
  if (inCase) return '분쟁 중';
  return status === 'offered' ? '동의 대기' : phasesInKorean[tradePhaseOf(status)];
}
