import { get } from './call-path.ts';

export const ownTradePaths = {
  tradeHistory: get('signed-in', '/user/trade-history'),
  tradeHistoryCsv: get('signed-in', '/user/trade-history.csv'),
  tradePartners: get('signed-in', '/user/trade-partners'),
  transactions: get('signed-in', '/user/transactions'),
  transactionsCsv: get('signed-in', '/user/transactions.csv'),
};
