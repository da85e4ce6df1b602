import type { MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import type { Krw, Price, Rate, Usdt } from '@matgyo/contracts/money';
import type { Position } from '@matgyo/event-store/event-log';
import { feesTable } from '../read-models/fees/tables.ts';
import type { Movement } from '../read-models/trade-events.ts';
import { tableName } from '../stored-rows.ts';
import type { AsOfPoint } from './as-of-point.ts';
import type { Snapshot } from './snapshot.ts';

/** The trades that a report covers. */
export interface FeePeriod {
  /** Days in Korea, YYYY-MM-DD, both included. */
  readonly from: string;
  readonly to: string;
  /** Only trades whose seller had this code when they were completed, and reversals of those. */
  readonly referralCode?: string | undefined;
}

/** One completed trade, as in its event, or one reversal with negative amount, won and fee. */
export interface FeeReportRow {
  readonly eventId: string;
  readonly kind: Movement['kind'];
  readonly tradeId: TradeId;
  readonly sellOrderId: OrderId;
  readonly buyOrderId: OrderId;
  readonly sellerId: MemberId;
  readonly buyerId: MemberId;
  readonly referralCode: string | null;
  readonly amount: Usdt;
  readonly price: Price;
  readonly krw: Krw;
  readonly feeRate: Rate;
  readonly feeRule: string;
  readonly fee: Usdt;
  /** ISO 8601. */
  readonly at: string;
  readonly day: string;
}

export const feeRowColumns = `event_id as "eventId", kind, trade_id as "tradeId", sell_order_id as "sellOrderId",
  buy_order_id as "buyOrderId", seller_id as "sellerId", buyer_id as "buyerId", referral_code as "referralCode",
  amount, price, krw, fee_rate as "feeRate", fee_rule as "feeRule", fee, at, day`;

/** With the first three of `feeParameters`. */
export const ofPeriod = 'day between $1 and $2 and ($3::text is null or referral_code = $3)';

/** With the parameters of `feeParameters`: the trades of a period up to an as-of point. */
export const feesWithin = `${ofPeriod} and position <= $4 and ($5::timestamptz is null or at <= $5)`;

export const feeParameters = (
  { from, to, referralCode }: FeePeriod,
  { position, at }: AsOfPoint,
): unknown[] => [from, to, referralCode ?? null, position, at];

const pageSize = 5_000;

/**
 * The rows after `after` in log order, in pages, for reports of any length. Call inside the snapshot's transaction; one
 * generator at a time.
 */
export async function* feeRowPages(
  { client, schema, asOfPoint }: Snapshot,
  period: FeePeriod,
  after: Position | '' = '',
): AsyncGenerator<readonly FeeReportRow[], void, undefined> {
  // Plans for reading all rows instead of the first tenth.
  await client.query('set local cursor_tuple_fraction = 1');
  await client.query(
    `declare fee_rows no scroll cursor for select ${feeRowColumns} from ${tableName(schema, feesTable)}
      where ${feesWithin} and position > $6 order by position`,
    [...feeParameters(period, asOfPoint), after],
  );
  for (;;) {
    const { rows } = await client.query<StoredFeeRow>(`fetch ${pageSize} from fee_rows`);
    if (rows.length > 0) yield rows.map(feeReportRow);
    if (rows.length < pageSize) break;
  }
  await client.query('close fee_rows');
}

export type StoredFeeRow = Omit<FeeReportRow, 'at'> & { readonly at: Date };

export const feeReportRow = (row: StoredFeeRow): FeeReportRow => ({ ...row, at: row.at.toISOString() });

const fingerprinted = [
  'eventId',
  'tradeId',
  'sellOrderId',
  'buyOrderId',
  'sellerId',
  'buyerId',
  'referralCode',
  'amount',
  'price',
  'krw',
  'feeRate',
  'feeRule',
  'fee',
  'at',
] as const satisfies readonly (keyof FeeReportRow)[];

/**
 * The hashed columns of a row: the ledger's own figures, nothing that depends on the adapter, the machine or members'
 * names.
 */
export type FingerprintedRow = Pick<FeeReportRow, (typeof fingerprinted)[number]>;

/** The line that represents a row in the fingerprint: a JSON array of its columns in the order above. */
export const fingerprintLine = (row: FingerprintedRow): string =>
  `${JSON.stringify(fingerprinted.map((column) => row[column]))}\n`;
