import { ownTradeEndpoints } from '@matgyo/contracts/endpoints/own-trades';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { Shared } from '../../shared.ts';
import { exportTransactions, listTransactions } from './own-transactions.ts';
import { exportTradeHistory, listTradeHistory } from './trade-history.ts';
import { listTradePartners } from './trade-partners.ts';

/** The caller's own trades; no parameter names another member. */
export const ownTradeRoutes = ({ db, limits }: Pick<Shared, 'db' | 'limits'>): readonly Route[] =>
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
