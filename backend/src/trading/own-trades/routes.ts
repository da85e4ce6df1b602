import { ownTradeEndpoints } from '@matgyo/contracts/endpoints/own-trades';
import type { Database } from '../../platform/database/tables.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import { exportTransactions, listTransactions } from './own-transactions.ts';
import { exportTradeHistory, listTradeHistory } from './trade-history.ts';
import { listTradePartners } from './trade-partners.ts';

export interface OwnTradesDependencies {
  readonly db: Database;
  readonly limits: RateLimits;
}

/** The caller's own trades; no parameter names another member. */
export const ownTradeRoutes = ({ db, limits }: OwnTradesDependencies): readonly Route[] =>
  capability(
    ownTradeEndpoints,
    {
      tradeHistory: listTradeHistory(db),
      tradeHistoryCsv: exportTradeHistory(db, limits),
      tradePartners: listTradePartners(db),
      transactions: listTransactions(db),
      transactionsCsv: exportTransactions(db, limits),
    },
    ['journal', 'fees'],
  );
