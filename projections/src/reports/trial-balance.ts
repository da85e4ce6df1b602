import { hash } from 'node:crypto';
import { type Currency, currencies, type JournalAccount, journalAccounts } from '@matgyo/contracts/journal';
import { addKrw, addUsdt, isZero, type Krw, type Usdt } from '@matgyo/contracts/money';
import { balancesTable, linesTable } from '../read-models/journal/tables.ts';
import { tableName } from '../stored-rows.ts';
import { type AsOfSources, nameOfAsOfPoint } from './as-of-point.ts';
import { readSnapshot, type Snapshot } from './snapshot.ts';

/**
 * The sums of the journal: each currency sums to zero, at every position of the log (invariant 11).
 *
 * @throws ReadModelUnavailable, UnknownAsOfPoint
 */
export function trialBalance(sources: AsOfSources, { asOf }: { readonly asOf?: string | undefined } = {}) {
  return readSnapshot(sources, 'journal', asOf, trialBalanceFrom);
}

/** The same from an existing snapshot. */
export async function trialBalanceFrom(snapshot: Snapshot) {
  const { asOfPoint, version } = snapshot;
  const sums = await (snapshot.endsThere ? storedSums(snapshot) : sumsOfLines(snapshot));
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
  const asOf = nameOfAsOfPoint(asOfPoint);
  return {
    accounts,
    totals,
    balanced: isZero(totals.USDT) && isZero(totals.KRW),
    trades,
    reversals,
    lastEvent: asOfPoint.eventId,
    asOf,
    projectionVersion: version,
    /** Over the accounts, the number of trades and the as-of point: equal for equal statements. */
    sha256: hash(
      'sha256',
      JSON.stringify([accounts.map((one) => [one.account, one.currency, one.amount]), trades, asOf]),
    ),
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

async function storedSums({ client, schema }: Snapshot): Promise<readonly AccountSum[]> {
  const { rows } = await client.query<AccountSum>(
    `select account, currency, amount::text, completions, reversals from ${tableName(schema, balancesTable)}`,
  );
  return rows;
}

/** For an as-of point in the past, and to check the stored sums. */
export async function sumsOfLines({ client, schema, asOfPoint }: Snapshot): Promise<readonly AccountSum[]> {
  const { rows } = await client.query<AccountSum>(
    `select account, currency, sum(amount)::text as amount, count(*) filter (where kind = 'completion')::int as completions,
       count(*) filter (where kind = 'reversal')::int as reversals
     from ${tableName(schema, linesTable)} where position <= $1 and ($2::timestamptz is null or at <= $2)
     group by account, currency`,
    [asOfPoint.position, asOfPoint.at],
  );
  return rows;
}

/** A figure for each account and currency in use: the platform takes its fees in USDT only. */
export const accountsOf = <Figure extends object>(
  figureOf: (account: JournalAccount, currency: Currency) => Figure,
) =>
  journalAccounts.flatMap((account) =>
    currencies
      .filter((currency) => account !== 'platform' || currency === 'USDT')
      .map((currency) => ({ account, currency, ...figureOf(account, currency) })),
  );
