import { createHash } from 'node:crypto';
import type { HypotheticalFeeRule } from '@matgyo/contracts/fee-rule';
import type { MemberId } from '@matgyo/contracts/ids';
import { compareMoney, type Usdt, UsdtSum, usdtDifference } from '@matgyo/contracts/money';
import { DryRunOrder } from '@matgyo/ledger/dry-run-fees';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';
import { liveSchema } from '../checkpoint.ts';
import { feesTable } from '../read-models/fees/tables.ts';
import { tableName } from '../stored-rows.ts';
import type { AsOfSources } from './as-of-point.ts';
import { asOfConditions, coveredBy, readBetween } from './as-of-points-between.ts';
import type { FeeReportRow } from './fee-rows.ts';
import { resultsByDay, sumOf } from './grouped-sums.ts';

export interface DryRunQuery {
  readonly rule: HypotheticalFeeRule;
  readonly before: string;
  /** Undefined: now. */
  readonly after?: string | undefined;
  /** Only trades whose seller had this code when they were completed. */
  readonly referralCode?: string | undefined;
}

export type DryRun = Awaited<ReturnType<typeof computeFeesDryRun>>;

/** Trades of a fee rule, or events of levels. */
export interface DryRunProgress {
  readonly done: number;
  readonly total: number;
}

interface Row
  extends Pick<
    FeeReportRow,
    'eventId' | 'sellOrderId' | 'sellerId' | 'referralCode' | 'amount' | 'fee' | 'day'
  > {
  /** Whether it is in the range and has the code; of the other rows only the order's later fees depend. */
  readonly counts: boolean;
}

const fees = tableName(liveSchema('fees'), feesTable);
/** A page takes some milliseconds; other calls run in between. */
const pageSize = 500;
/** Enough for some millions of trades or orders. */
export const dryRunMsMax = 600_000;

/**
 * What the trades completed between two as-of points would have been charged by another rule, including trades that
 * were reversed later. Reads the fee book and writes nothing; the result is deterministic.
 *
 * @throws ReadModelUnavailable, UnknownAsOfPoint
 */
export function computeFeesDryRun(
  sources: AsOfSources,
  { rule, referralCode, ...asOfPoints }: DryRunQuery,
  onProgress: (progress: DryRunProgress) => void = () => {},
) {
  return readBetween(
    sources,
    'fees',
    asOfPoints,
    async ({ client, checkpoint, before, after }) => {
      const { was, is, parameters } = asOfConditions(2, before, after);
      const counts = `(${is} and not ${was} and ($1::text is null or referral_code = $1))`;
      const values = [referralCode ?? null, ...parameters.slice(0, 4)];
      // Orders with at least one trade that counts, each with all its completed trades.
      const countedOrders = `from ${fees} where kind = 'completion' and ${is} and sell_order_id in (select sell_order_id from ${fees} where ${counts})`;
      const { rows: counted } = await client.query<{ total: number }>(
        `select count(*)::int as total ${countedOrders}`,
        values,
      );
      const total = counted[0]?.total ?? 0;
      const { rows: reversals } = await client.query<{ trades: number; fee: Usdt }>(
        `select count(*)::int as trades, coalesce(-sum(fee), 0)::numeric(24,4) as fee
        from ${fees} where kind = 'reversal' and ${counts}`,
        values,
      );
      const reversed = reversals[0] ?? { trades: 0, fee: '0.0000' as Usdt };
      // The first row comes when all are sorted.
      onProgress({ done: 0, total });

      const range = {
        referralCode: referralCode ?? null,
        before: coveredBy(before),
        after: coveredBy(after),
      };
      const hash = createHash('sha256').update(`${canonicalJson({ rule: { ...rule }, ...range })}\n`);
      const sums = new Sums();
      await client.query('set local cursor_tuple_fraction = 1');
      await client.query(
        `declare rehearsed no scroll cursor for
        select event_id as "eventId", sell_order_id as "sellOrderId", seller_id as "sellerId",
          referral_code as "referralCode", amount, fee, day, ${counts} as counts
        ${countedOrders} order by sell_order_id, position`,
        values,
      );
      let order = { id: '', fees: new DryRunOrder(rule) };
      for (let done = 0; done < total; ) {
        const { rows } = await client.query<Row>(`fetch ${pageSize} from rehearsed`);
        for (const row of rows) {
          if (row.sellOrderId !== order.id) order = { id: row.sellOrderId, fees: new DryRunOrder(rule) };
          const rehearsed = order.fees.complete(row);
          if (!row.counts) continue;
          sums.add(row, rehearsed);
          hash.update(`${JSON.stringify([row.eventId, row.fee, rehearsed])}\n`);
        }
        done += rows.length;
        onProgress({ done, total });
      }
      return {
        rule,
        ...range,
        ...sums.results(),
        /** In the range, with the fees they gave back: a fee report nets them, these totals do not. */
        reversed,
        projectionVersion: checkpoint.version,
        /** Over a line of rule, range and code, and a line of every trade with both fees, order by order. */
        sha256: hash.digest('hex'),
      };
    },
    dryRunMsMax,
  );
}

/** Sums of both fees, in total and by day, code and seller. */
class Sums {
  readonly #totals = new FeeSum();
  readonly #days = new Map<string, FeeSum>();
  readonly #codes = new Map<string | null, FeeSum>();
  readonly #members = new Map<MemberId, FeeSum>();

  add(row: Row, rehearsed: Usdt): void {
    this.#totals.add(row, rehearsed);
    sumOf(this.#days, row.day, begin).add(row, rehearsed);
    sumOf(this.#codes, row.referralCode, begin).add(row, rehearsed);
    sumOf(this.#members, row.sellerId, begin).add(row, rehearsed);
  }

  /** Consecutive days, including those without trades; codes and members by the fee under the rule, highest first. */
  results() {
    return {
      totals: this.#totals.result,
      days: resultsByDay(this.#days, begin),
      codes: highestFirst(this.#codes).map(([referralCode, sum]) => ({ referralCode, ...sum })),
      members: highestFirst(this.#members).map(([memberId, sum]) => ({ memberId, ...sum })),
    };
  }
}

class FeeSum {
  #trades = 0;
  readonly #amount = new UsdtSum();
  readonly #charged = new UsdtSum();
  readonly #rehearsed = new UsdtSum();

  add({ amount, fee }: Row, rehearsed: Usdt): void {
    this.#trades += 1;
    this.#amount.add(amount);
    this.#charged.add(fee);
    this.#rehearsed.add(rehearsed);
  }

  /** What was charged, and what the other rule would have. */
  get result() {
    const [amount, charged, rehearsed] = [this.#amount.total, this.#charged.total, this.#rehearsed.total];
    /** Signed. */
    const difference = usdtDifference(rehearsed, charged);
    return { trades: this.#trades, amount, charged, rehearsed, difference };
  }
}

/** Ties sort by key, so that the order is deterministic. */
const highestFirst = <Key extends string | null>(sums: Map<Key, FeeSum>) =>
  [...sums]
    .map(([key, sum]) => [key, sum.result] as const)
    .sort(
      ([a, one], [b, other]) =>
        compareMoney(other.rehearsed, one.rehearsed) || ((a ?? '') < (b ?? '') ? -1 : 1),
    );

const begin = (): FeeSum => new FeeSum();
