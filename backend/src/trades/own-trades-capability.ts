import { ownTradeEndpoints } from '@matgyo/contracts/endpoints/own-trades';
import type { Database } from '../database/tables.ts';
import { capability, type Route } from '../http/capability.ts';
import { transactionsCall, transactionsCsvCall } from './own-transactions.ts';
import { tradeHistoryCall, tradeHistoryCsvCall } from './trade-history.ts';
import { tradePartnersCall } from './trade-partners.ts';

/** A member's own trades, from every side. The caller is always the member; nobody names another. */
export const ownTradesCapability = (db: Database): readonly Route[] =>
  capability(ownTradeEndpoints, {
    tradeHistory: tradeHistoryCall(db),
    tradeHistoryCsv: tradeHistoryCsvCall(db),
    tradePartners: tradePartnersCall(db),
    transactions: transactionsCall(db),
    transactionsCsv: transactionsCsvCall(db),
  });
