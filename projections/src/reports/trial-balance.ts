import { createHash } from 'node:crypto';
import {
  type Currency,
  type JournalAccount,
  journalAccounts,
  linesTable,
} from '../read-models/journal/tables.ts';
import { tableName } from '../stored-rows.ts';
import { type MomentSources, nameOfMoment } from './moment.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

export interface TrialBalance {
  readonly accounts: {
    readonly account: JournalAccount;
    readonly currency: Currency;
    /** Signed: what the account gained. */
    readonly amount: string;
  }[];
  readonly totals: { readonly USDT: string; readonly KRW: string };
  readonly balanced: boolean;
  readonly trades: number;
  readonly lastEvent: string | null;
  readonly asOf: string | null;
  readonly projectionVersion: number;
  /** SHA-256, hex, over the accounts, the number of trades and the moment: two statements that agree have the same. */
  readonly sha256: string;
}

/**
 * The journal added up: each currency comes to zero, at every moment of the log (invariant 11).
 *
 * @throws ReadModelUnavailable, UnknownMoment
 */
export function trialBalance(
  sources: MomentSources,
  { asOf }: { readonly asOf?: string } = {},
): Promise<TrialBalance> {
  return readSnapshot(sources, 'journal', asOf, trialBalanceFrom);
}

/** The same from a fold that is already at hand. */
export async function trialBalanceFrom({ client, schema, moment, version }: Snapshot): Promise<TrialBalance> {
  const { rows } = await client.query<{
    account: JournalAccount | null;
    currency: Currency;
    amount: string;
    trades: number;
  }>(
    `select account, currency, sum(amount)::text as amount, count(*) filter (where line = 1)::int as trades
     from ${tableName(schema, linesTable)} where position <= $1 and ($2::timestamptz is null or at <= $2)
     group by grouping sets ((account, currency), (currency))`,
    [moment.position, moment.at],
  );
  const amountOf = (account: JournalAccount | null, currency: Currency): string =>
    rows.find((row) => row.account === account && row.currency === currency)?.amount ??
    (currency === 'USDT' ? '0.0000' : '0');
  const totals = { USDT: amountOf(null, 'USDT'), KRW: amountOf(null, 'KRW') };
  const accounts = accountsOf((account, currency) => ({ amount: amountOf(account, currency) }));
  const trades = Math.max(0, ...rows.filter(({ account }) => account === null).map(({ trades }) => trades));
  const asOf = nameOfMoment(moment);
  return {
    accounts,
    totals,
    balanced: isZero(totals.USDT) && isZero(totals.KRW),
    trades,
    lastEvent: moment.eventId,
    asOf,
    projectionVersion: version,
    sha256: createHash('sha256')
      .update(JSON.stringify([accounts.map((one) => [one.account, one.currency, one.amount]), trades, asOf]))
      .digest('hex'),
  };
}

/** A figure for each account in each currency it is kept in: the platform takes its fees in USDT alone. */
export const accountsOf = <Figure extends object>(
  figureOf: (account: JournalAccount, currency: Currency) => Figure,
) =>
  journalAccounts.flatMap((account) =>
    (['USDT', 'KRW'] as const)
      .filter((currency) => account !== 'platform' || currency === 'USDT')
      .map((currency) => ({ account, currency, ...figureOf(account, currency) })),
  );

const isZero = (amount: string): boolean => /^-?0(\.0+)?$/.test(amount);
