import type { MemberId } from '@matgyo/contracts/ids';
import { kstDay } from '@matgyo/contracts/kst';
import { addUsdt } from '@matgyo/contracts/money';
import type { ReadModel } from '../../read-model.ts';
import { beforeCompletion, completedTrade, type TradeCompletedData } from '../trade-events.ts';
import { type Currency, type JournalAccount, linesTable } from './tables.ts';

interface Line {
  readonly account: JournalAccount;
  readonly member: MemberId | null;
  readonly currency: Currency;
  /** Signed. */
  readonly amount: string;
}

/** Double entry: what each completed trade took from whom and gave to whom. Zero in sum, per trade and currency. */
export const journal: ReadModel = {
  name: 'journal',
  version: 1,
  streams: ['trade-'],
  ignores: beforeCompletion,
  tables: [linesTable],
  needs: [],
  fold(logged, rows) {
    const trade = completedTrade(logged);
    if (trade === undefined) return [];
    const { id, position, metadata } = logged.recorded;
    linesOf(trade).forEach(({ account, member, currency, amount }, index) => {
      rows.append(linesTable, {
        event_id: id,
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
    });
    return ['journal'];
  },
};

/** The seller bears the fee on top of the amount (ledger rules, "Money"). */
function linesOf({ sellerId, buyerId, amount, fee, krw }: TradeCompletedData): readonly Line[] {
  return [
    { account: 'seller', member: sellerId, currency: 'USDT', amount: `-${addUsdt(amount, fee)}` },
    { account: 'buyer', member: buyerId, currency: 'USDT', amount },
    { account: 'platform', member: null, currency: 'USDT', amount: fee },
    { account: 'buyer', member: buyerId, currency: 'KRW', amount: `-${krw}` },
    { account: 'seller', member: sellerId, currency: 'KRW', amount: krw },
  ];
}
