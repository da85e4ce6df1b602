import type { MemberId } from '@matgyo/contracts/ids';
import { type Currency, currencies, type JournalAccount, journalAccounts } from '@matgyo/contracts/journal';
import { kstDay } from '@matgyo/contracts/kst';
import { addKrw, addUsdt, type Krw, negated, type Usdt } from '@matgyo/contracts/money';
import type { ReadModel } from '../../read-model.ts';
import type { WorkingRows } from '../../working-rows.ts';
import { type Movement, movement, movesNothing } from '../trade-events.ts';
import { balancesTable, linesTable } from './tables.ts';

interface Line {
  readonly account: JournalAccount;
  readonly member: MemberId | null;
  readonly currency: Currency;
  /** Signed. */
  readonly amount: string;
}

/**
 * Double entry: the amounts that each completed trade moved between accounts, and the same back when it is reversed.
 * They sum to zero per event and currency.
 */
export const journal: ReadModel = {
  name: 'journal',
  version: 4,
  streams: ['trade-'],
  ignores: movesNothing,
  tables: [linesTable, balancesTable],
  needs: [{ table: balancesTable, keys: (events) => (events.length === 0 ? [] : balanceKeys) }],
  fold(logged, rows) {
    const trade = movement(logged);
    if (trade === undefined) return [];
    const { id, position, metadata } = logged.recorded;
    linesOf(trade).forEach(({ account, member, currency, amount }, index) => {
      rows.append(linesTable, {
        event_id: id,
        kind: trade.kind,
        line: index + 1,
        position,
        trade_id: trade.tradeId,
        account,
        member_id: member,
        currency,
        amount,
        at: metadata.at,
        day: kstDay(metadata.at),
      });
      addToBalance(rows, { account, currency, amount }, trade.kind);
    });
    return ['journal'];
  },
};

const keyOf = (account: JournalAccount, currency: Currency): string => `${account} ${currency}`;
const balanceKeys = journalAccounts.flatMap((account) =>
  currencies.map((currency) => keyOf(account, currency)),
);

function addToBalance(
  rows: WorkingRows,
  { account, currency, amount }: Omit<Line, 'member'>,
  kind: Movement['kind'],
): void {
  const key = keyOf(account, currency);
  const before = rows.get(balancesTable, key) ?? { amount: '0', completions: 0, reversals: 0 };
  const sum =
    currency === 'USDT'
      ? addUsdt(before.amount as Usdt, amount as Usdt)
      : addKrw(before.amount as Krw, amount as Krw);
  const counted = kind === 'completion' ? 'completions' : 'reversals';
  const counts = { completions: before.completions, reversals: before.reversals };
  rows.put(balancesTable, { key, account, currency, amount: sum, ...counts, [counted]: counts[counted] + 1 });
}

/** The seller pays the fee in addition to the amount (ledger rules, "Money"). */
function linesOf({ sellerId, buyerId, amount, fee, krw }: Movement): readonly Line[] {
  return [
    { account: 'seller', member: sellerId, currency: 'USDT', amount: negated(addUsdt(amount, fee)) },
    { account: 'buyer', member: buyerId, currency: 'USDT', amount },
    { account: 'platform', member: null, currency: 'USDT', amount: fee },
    { account: 'buyer', member: buyerId, currency: 'KRW', amount: negated(krw) },
    { account: 'seller', member: sellerId, currency: 'KRW', amount: krw },
  ];
}
