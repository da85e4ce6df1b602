import { createHash } from 'node:crypto';
import { addKrw, addUsdt, type Krw, type Usdt } from '@matgyo/contracts/money';
import {
  balancesTable,
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
  /** Completed ones. */
  readonly trades: number;
  readonly reversals: number;
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
export async function trialBalanceFrom(snapshot: Snapshot): Promise<TrialBalance> {
  const { moment, version } = snapshot;
  const sums = await (snapshot.endsThere ? keptSums(snapshot) : sumsOfLines(snapshot));
  const amountOf = (account: JournalAccount, currency: Currency): string =>
    sums.find((sum) => sum.account === account && sum.currency === currency)?.amount ?? zeros[currency];
  const accounts = accountsOf((account, currency) => ({ amount: amountOf(account, currency) }));
  const amountsIn = (currency: Currency) =>
    accounts.filter((one) => one.currency === currency).map(({ amount }) => amount);
  const totals = {
    USDT: addUsdt(...(amountsIn('USDT') as Usdt[])),
    KRW: addKrw(...(amountsIn('KRW') as Krw[])),
  };
  // Every event has one line of the seller in each currency.
  const ofSellers = sums.find(({ account, currency }) => account === 'seller' && currency === 'USDT');
  const { completions: trades, reversals } = ofSellers ?? { completions: 0, reversals: 0 };
  const asOf = nameOfMoment(moment);
  return {
    accounts,
    totals,
    balanced: isZero(totals.USDT) && isZero(totals.KRW),
    trades,
    reversals,
    lastEvent: moment.eventId,
    asOf,
    projectionVersion: version,
    sha256: createHash('sha256')
      .update(JSON.stringify([accounts.map((one) => [one.account, one.currency, one.amount]), trades, asOf]))
      .digest('hex'),
  };
}

interface AccountSum {
  readonly account: JournalAccount;
  readonly currency: Currency;
  readonly amount: string;
  readonly completions: number;
  readonly reversals: number;
}

const zeros: Readonly<Record<Currency, string>> = { USDT: '0.0000', KRW: '0' };

async function keptSums({ client, schema }: Snapshot): Promise<readonly AccountSum[]> {
  const { rows } = await client.query<AccountSum>(
    `select account, currency, amount::text, completions, reversals from ${tableName(schema, balancesTable)}`,
  );
  return rows;
}

/** Up to a moment in the past, and to hold the kept sums against. */
export async function sumsOfLines({ client, schema, moment }: Snapshot): Promise<readonly AccountSum[]> {
  const { rows } = await client.query<AccountSum>(
    `select account, currency, sum(amount)::text as amount, count(*) filter (where kind = 'completion')::int as completions,
       count(*) filter (where kind = 'reversal')::int as reversals
     from ${tableName(schema, linesTable)} where position <= $1 and ($2::timestamptz is null or at <= $2)
     group by account, currency`,
    [moment.position, moment.at],
  );
  return rows;
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
