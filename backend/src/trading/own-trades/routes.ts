import { ownTradeEndpoints } from '@matgyo/contracts/endpoints/own-trades';
import type { Database } from '../../platform/database/tables.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { transactionsCall, transactionsCsvCall } from './own-transactions.ts';
import { tradeHistoryCall, tradeHistoryCsvCall } from './trade-history.ts';
import { tradePartnersCall } from './trade-partners.ts';

export interface OwnTradesDependencies {
  readonly db: Database;
  readonly limits: RateLimits;
}

/** The caller's own trades; no parameter names another member. */
export const ownTradeRoutes = ({ db, limits }: OwnTradesDependencies): readonly Route[] =>
  capability(ownTradeEndpoints, {
    tradeHistory: tradeHistoryCall(db),
    tradeHistoryCsv: tradeHistoryCsvCall(db, limits),
    tradePartners: tradePartnersCall(db),
    transactions: transactionsCall(db),
    transactionsCsv: transactionsCsvCall(db, limits),
  });
