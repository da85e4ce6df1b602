import type { IdentityParts } from '../identity/parts.ts';
import {
  type BackgroundWork,
  everyTenMinutes,
  everyTenSeconds,
  repeated,
  retriedLater,
} from '../platform/background.ts';
import { unlessClockIsAhead } from '../platform/clock.ts';
import { sweepCommands } from '../platform/commands/command-store.ts';
import { RecentStreams } from '../platform/commands/recent-streams.ts';
import type { Route } from '../platform/http/capability.ts';
import type { Shared } from '../shared.ts';
import { adminQueueRoutes } from './admin-queues/routes.ts';
import { expireApprovals, finishApprovals } from './approvals/finish-approvals.ts';
import { approvalRoutes } from './approvals/routes.ts';
import { caseRoutes } from './cases/routes.ts';
import { recordLevelsOnce } from './levels/record-levels.ts';
import { levelRoutes } from './levels/routes.ts';
import { createAccounts } from './orders/accounts.ts';
import { createOrderOwners } from './orders/order-owners.ts';
import { sweepWallets } from './orders/order-wallets.ts';
import { orderRoutes } from './orders/routes.ts';
import { ownTradeRoutes } from './own-trades/routes.ts';
import { priceRoutes } from './price/routes.ts';
import { reversalRoutes } from './reversals/routes.ts';
import { createFourEyes } from './second-admin/four-eyes.ts';
import { sweepStatements } from './statements/sweep-statements.ts';
import { createTransferCheck } from './trades/check-transfers.ts';
import { expireOffers } from './trades/expire-offers.ts';
import { expireWindows } from './trades/expire-windows.ts';
import { tradeRoutes } from './trades/routes.ts';
import { createSolanaNode } from './trades/solana-transfers.ts';
import { createTradeProcess } from './trades/trade-process.ts';
import { runTradeProcessManager } from './trades/trade-process-manager.ts';
import { migrateTradeProcess } from './trades/trade-process-migrations.ts';

type TradingNeeds = Shared &
  Pick<IdentityParts, 'sessions' | 'payoutChanges' | 'assertMembersShown' | 'requireStepUp' | 'notifier'>;

/** Orders, the trades between them, the price, disputes, corrections, and the process that carries matches out. */
export function createTrading(needs: TradingNeeds) {
  const { config, pool, db, log, ledger, timing, limits, sealedRows, payoutChanges, logger } = needs;
  const settings = { feeRate: config.feeRate, tolerance: config.matchTolerance };
  const owners = createOrderOwners({ pool, payoutChanges }, needs.sessions);
  const fourEyes = createFourEyes(
    { db, assertMembersShown: needs.assertMembersShown },
    { limit: config.fourEyesKrw, pricePercent: config.fourEyesPricePercent },
  );
  const { eventIdSalt } = ledger;
  const accounts = createAccounts(owners);
  const process = createTradeProcess({ log, accounts, timing, eventIdSalt, settings, fourEyes });
  const recent = new RecentStreams();
  const orders = { ...needs, recent, owners, process };
  const { levels, pendingOrdersMax, ordersPerDay, orderKrwMin } = config;
  const solana = config.solanaRpcUrl === undefined ? undefined : createSolanaNode(config.solanaRpcUrl);
  const payments = { ...orders, cancelsUnpaidTrades: config.autoCancel, levels, solana };
  const inTime = unlessClockIsAhead({ db, timing });
  const ending = (name: string, end: (deps: typeof payments) => Promise<unknown>) => {
    const work = inTime(() => end(payments));
    return repeated(name, everyTenSeconds, work, logger);
  };
  const recordLevels = recordLevelsOnce(ledger, levels, {
    fourEyesKrw: config.fourEyesKrw,
    fourEyesPercent: config.fourEyesPricePercent,
    matchTolerance: config.matchTolerance,
  });

  return {
    orders,

    routes: [
      ...orderRoutes({ ...orders, pendingOrdersMax, ordersPerDay, orderKrwMin, levels }),
      ...tradeRoutes(payments),
      ...caseRoutes(payments),
      ...approvalRoutes(payments),
      ...levelRoutes({ db, log, levels }),
      ...reversalRoutes(payments),
      ...ownTradeRoutes({ db, limits }),
      ...priceRoutes({ ...orders, fourEyes }),
      ...adminQueueRoutes({ db, payoutChanges }, settings),
    ] satisfies readonly Route[],

    background: [
      (signal) => runTradeProcessManager({ process, pool, signal, onError: retriedLater('trades', logger) }),
      repeated('commands', everyTenMinutes, () => sweepCommands(db), logger),
      repeated('levels', everyTenSeconds, recordLevels, logger),
      ending('offers', expireOffers),
      ending('expired approvals', expireApprovals),
      repeated('approvals', everyTenSeconds, () => finishApprovals(payments), logger),
      ending('payment windows', expireWindows),
      ...(solana === undefined
        ? []
        : [repeated('transfers', everyTenSeconds, createTransferCheck(payments, solana), logger)]),
      repeated('statements', everyTenMinutes, () => sweepStatements(db, log), logger),
      repeated('wallets', everyTenMinutes, () => sweepWallets({ db, log, sealedRows }), logger),
    ] satisfies readonly BackgroundWork[],

    async prepare(): Promise<void> {
      await migrateTradeProcess(pool);
      await recordLevels().catch(retriedLater('levels', logger));
    },
  };
}
