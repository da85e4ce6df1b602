import { createHash } from 'node:crypto';
import type { MemberId, OrderId, TradeId } from '@matgyo/contracts/ids';
import {
  addKrw,
  addUsdt,
  type Krw,
  type Price,
  type Rate,
  type Usdt,
  zeroUsdt,
} from '@matgyo/contracts/money';
import { feesTable } from '../read-models/fees/tables.ts';
import { tableName } from '../stored-rows.ts';
import { type MomentSources, nameOfMoment } from './moment.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

export interface FeeReportQuery {
  /** Days in Korea, YYYY-MM-DD, both included. */
  readonly from: string;
  readonly to: string;
  /** Only trades whose seller had this code when they were completed. */
  readonly referralCode?: string;
  /** See `momentOf`. */
  readonly asOf?: string;
}

/** One completed trade, as its event states it. */
export interface FeeReportRow {
  readonly eventId: string;
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

export interface FeeReport {
  readonly period: { readonly from: string; readonly to: string };
  readonly referralCode: string | null;
  /** In the order of the log. */
  readonly rows: readonly FeeReportRow[];
  readonly totals: { readonly trades: number; readonly amount: Usdt; readonly krw: Krw; readonly fee: Usdt };
  readonly feeRules: string[];
  readonly projectionVersion: number;
  /** The id of the last event the report covers. */
  readonly lastEvent: string | null;
  /** Asked for with this `asOf` the report comes out the same, byte for byte. Null while the log is empty. */
  readonly asOf: string | null;
  /** Over the rows: see `fingerprint`. */
  readonly sha256: string;
}

/**
 * The fees of the trades completed in a period, derived from their TradeCompleted events alone.
 *
 * @throws ReadModelUnavailable, UnknownMoment
 */
export function feeReport(sources: MomentSources, query: FeeReportQuery): Promise<FeeReport> {
  return readSnapshot(sources, 'fees', query.asOf, (snapshot) => feeReportFrom(snapshot, query));
}

/** The same from a fold that is already at hand. */
export async function feeReportFrom(
  snapshot: Snapshot,
  query: Omit<FeeReportQuery, 'asOf'>,
): Promise<FeeReport> {
  const rows = await readRows(snapshot, query);
  const { from, to, referralCode = null } = query;
  return {
    period: { from, to },
    referralCode,
    rows,
    totals: {
      trades: rows.length,
      amount: addUsdt(zeroUsdt, ...rows.map(({ amount }) => amount)),
      krw: addKrw(...rows.map(({ krw }) => krw)),
      fee: addUsdt(zeroUsdt, ...rows.map(({ fee }) => fee)),
    },
    feeRules: [...new Set(rows.map(({ feeRule }) => feeRule))].sort(),
    projectionVersion: snapshot.version,
    lastEvent: snapshot.moment.eventId,
    asOf: nameOfMoment(snapshot.moment),
    sha256: fingerprint(rows),
  };
}

async function readRows(
  { client, schema, moment }: Snapshot,
  query: Omit<FeeReportQuery, 'asOf'>,
): Promise<FeeReportRow[]> {
  const { rows } = await client.query<Omit<FeeReportRow, 'at'> & { at: Date }>(
    `select event_id as "eventId", trade_id as "tradeId", sell_order_id as "sellOrderId", buy_order_id as "buyOrderId",
       seller_id as "sellerId", buyer_id as "buyerId", referral_code as "referralCode", amount, price, krw,
       fee_rate as "feeRate", fee_rule as "feeRule", fee, at, day
     from ${tableName(schema, feesTable)}
     where day between $1 and $2 and position <= $3 and ($4::timestamptz is null or at <= $4)
       and ($5::text is null or referral_code = $5)
     order by position`,
    [query.from, query.to, moment.position, moment.at, query.referralCode ?? null],
  );
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}

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

/** What of a row is hashed: the ledger's own figures, nothing that depends on the adapter, the machine or people's names. */
export type FingerprintedRow = Pick<FeeReportRow, (typeof fingerprinted)[number]>;

/** The line that stands for a row in the fingerprint: a JSON array of its columns in the order above. */
export const fingerprintLine = (row: FingerprintedRow): string =>
  `${JSON.stringify(fingerprinted.map((column) => row[column]))}\n`;

/** SHA-256, hex, over the lines of the rows, in log order. */
function fingerprint(rows: readonly FeeReportRow[]): string {
  const hash = createHash('sha256');
  for (const row of rows) hash.update(fingerprintLine(row));
  return hash.digest('hex');
}
