import { hash } from 'node:crypto';
import type { MemberId, TradeId } from '@matgyo/contracts/ids';
import type { Currency, JournalAccount } from '@matgyo/contracts/journal';
import { isZero, type Krw, type Usdt } from '@matgyo/contracts/money';
import { liveSchema } from '../checkpoint.ts';
import { feesTable } from '../read-models/fees/tables.ts';
import { linesTable } from '../read-models/journal/tables.ts';
import type { Movement } from '../read-models/trade-events.ts';
import { tableName } from '../stored-rows.ts';
import type { AsOfSources } from './as-of-point.ts';
import { asOfConditions, coveredBy, readBetween, type TwoAsOfPoints } from './as-of-points-between.ts';
import type { ComparePage } from './compare-fees.ts';
import { servingCheckpoint } from './read-model-unavailable.ts';
import { assertReached } from './snapshot.ts';
import { accountsOf } from './trial-balance.ts';

/** A completion or reversal covered by only one of the two as-of points, with its lines. */
interface ChangedEntry {
  readonly change: 'added' | 'removed';
  readonly kind: Movement['kind'];
  readonly eventId: string;
  readonly tradeId: TradeId;
  readonly at: Date;
  readonly lines: readonly {
    readonly account: JournalAccount;
    readonly currency: Currency;
    readonly member: MemberId | null;
    readonly amount: string;
  }[];
}

const lines = tableName(liveSchema('journal'), linesTable);
const fees = tableName(liveSchema('fees'), feesTable);

/**
 * Compares the trial balance at two as-of points: which accounts changed, and the completions that changed them.
 * Completions are found in the fee book, which has one row for each, and their lines in the journal.
 *
 * @throws ReadModelUnavailable, UnknownAsOfPoint
 */
export function trialBalanceComparison(
  sources: AsOfSources,
  asOfPoints: TwoAsOfPoints,
  { limit, afterEvent }: ComparePage,
) {
  return readBetween(sources, 'journal', asOfPoints, async ({ client, checkpoint, before, after }) => {
    const feeBook = await servingCheckpoint(client, 'fees');
    for (const { position } of [before, after]) assertReached('fees', feeBook, position);
    const { was, is, between, parameters } = asOfConditions(1, before, after);

    const { rows: sums } = await client.query<{
      account: JournalAccount | null;
      currency: Currency;
      before: Usdt | Krw;
      after: Usdt | Krw;
      difference: string;
      tradesBefore: number;
      tradesAfter: number;
    }>(
      `select account, currency, before::text, after::text, (after - before)::text as difference, "tradesBefore", "tradesAfter"
        from (
          select account, currency, coalesce(sum(amount) filter (where ${was}), 0) as before,
            coalesce(sum(amount) filter (where ${is}), 0) as after,
            count(*) filter (where line = 1 and kind = 'completion' and ${was})::int as "tradesBefore",
            count(*) filter (where line = 1 and kind = 'completion' and ${is})::int as "tradesAfter"
          from ${lines} group by grouping sets ((account, currency), (currency))
        ) sums`,
      parameters.slice(0, 4),
    );
    const accounts = accountsOf((account, currency) => {
      const row = sums.find((sum) => sum.account === account && sum.currency === currency);
      return { before: row?.before ?? '0', after: row?.after ?? '0', difference: row?.difference ?? '0' };
    });
    const totals = sums.filter(({ account }) => account === null);

    const { rows: rules } = await client.query<{ feeRules: string[] }>(
      `select coalesce(array_agg(distinct fee_rule), '{}') as "feeRules" from ${fees} where ${between}`,
      parameters,
    );
    const { rows: found } = await client.query<ChangedEntry>(
      `select c.event_id as "eventId", c.trade_id as "tradeId", c.at, c.kind, c.change, (
          select json_agg(json_build_object('account', l.account, 'currency', l.currency, 'member', l.member_id,
              'amount', l.amount::text) order by l.line)
            from ${lines} l where l.event_id = c.event_id) as lines
        from (
          select event_id, trade_id, at, kind, position, case when ${is} then 'added' else 'removed' end as change
          from ${fees} where ${between}
            and ($7::uuid is null or position > (select position from ${fees} where event_id = $7))
          order by position limit ${limit + 1}
        ) c order by c.position`,
      [...parameters, afterEvent ?? null],
    );
    const items = found.slice(0, limit).map((row) => ({ ...row, at: row.at.toISOString() }));
    const covered = { before: coveredBy(before), after: coveredBy(after) };
    const stateOf = (point: 'before' | 'after', trades: 'tradesBefore' | 'tradesAfter') => ({
      ...covered[point],
      trades: Math.max(0, ...totals.map((total) => total[trades])),
      balanced: totals.every((total) => isZero(total[point])),
    });
    return {
      before: stateOf('before', 'tradesBefore'),
      after: stateOf('after', 'tradesAfter'),
      accounts,
      /** The rules that charged the changed completions, sorted. */
      feeRules: rules[0]?.feeRules ?? [],
      projectionVersion: checkpoint.version,
      /** Over both as-of points and every account's figures. */
      sha256: hash('sha256', JSON.stringify([covered.before.asOf, covered.after.asOf, accounts])),
      items,
      next: found.length > limit ? (items.at(-1)?.eventId ?? null) : null,
    };
  });
}
