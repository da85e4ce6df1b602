import type { EventLog } from '@matgyo/event-store/event-log';
import { connectionOf } from '@matgyo/projections/projection-pool';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import type Koa from 'koa';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { listMatchedRooms, matchedIn } from './conversation/chat/matched-rooms.ts';
import { createMessageStore } from './conversation/chat/message-store.ts';
import { chatRoutes } from './conversation/chat/routes.ts';
import { inquiryRoutes } from './conversation/inquiries/routes.ts';
import { sweepNotifications } from './conversation/notifications/mark-read.ts';
import { createNotifier, notifyOfChanges } from './conversation/notifications/notifier.ts';
import { notificationRoutes } from './conversation/notifications/routes.ts';
import { notifyOfFirstMessages } from './conversation/notifications/store-notifications.ts';
import { createBrowserPush } from './conversation/notifications/web-push/browser-push.ts';
import { postToPushService } from './conversation/notifications/web-push/post-to-push-service.ts';
import { ensureFirstAdmin } from './identity/members/first-admin.ts';
import { createAssertMembersShown } from './identity/members/members-shown.ts';
import { ownAccountRoutes } from './identity/members/own-account.ts';
import { createPayoutChanges } from './identity/members/payout-changes.ts';
import { createTrustedPhones } from './identity/members/phone-changes.ts';
import { createRegistration } from './identity/members/registration.ts';
import { retireAdmin } from './identity/members/retire-admin.ts';
import { memberRoutes } from './identity/members/routes.ts';
import { createAccountCodes } from './identity/one-time-codes/account-codes.ts';
import { createCodeBudget } from './identity/one-time-codes/code-budget.ts';
import { createCodeStore } from './identity/one-time-codes/code-store.ts';
import { oneTimeCodeRoutes } from './identity/one-time-codes/routes.ts';
import { sweepCodes } from './identity/one-time-codes/sweep-codes.ts';
import { createVerifiedPhones } from './identity/one-time-codes/verified-phones.ts';
import { createChallenges } from './identity/passkeys/challenges.ts';
import { createPasskeys } from './identity/passkeys/passkeys.ts';
import { passkeyRoutes } from './identity/passkeys/routes.ts';
import type { Passwords } from './identity/passwords/passwords.ts';
import { passwordRoutes } from './identity/passwords/routes.ts';
import { createAuthenticators } from './identity/second-factor/authenticators.ts';
import { secondFactorRoutes } from './identity/second-factor/routes.ts';
import { createSignInTickets } from './identity/second-factor/sign-in-tickets.ts';
import { createAuthenticate } from './identity/sessions/authenticate.ts';
import { forgetChangedAccounts } from './identity/sessions/forget-changed-accounts.ts';
import { keyedHash, keysFrom } from './identity/sessions/keys.ts';
import { createKnownNetworks } from './identity/sessions/known-networks.ts';
import { sessionRoutes } from './identity/sessions/routes.ts';
import { sessionChannel } from './identity/sessions/session-channel.ts';
import { createSessions } from './identity/sessions/session-store.ts';
import { createSignInRecords } from './identity/sessions/sign-in-records.ts';
import { createRequireProof } from './identity/sessions/step-up.ts';
import { createTokens } from './identity/sessions/token.ts';
import { healthRoutes } from './operations/health/routes.ts';
import { databaseUrlOf } from './operations/maintenance/database-url.ts';
import { createReplayProcesses } from './operations/maintenance/replay-processes.ts';
import { prepareReplays } from './operations/maintenance/replays.ts';
import { maintenanceRoutes } from './operations/maintenance/routes.ts';
import { registerLedgerGauges } from './operations/metrics/ledger-gauges.ts';
import { measuredLog, measuredPasswords, measuredSms } from './operations/metrics/measured-parts.ts';
import { metricsPage } from './operations/metrics/metrics-page.ts';
import { registerProofGauges } from './operations/metrics/proof-gauges.ts';
import { registerReadGauge } from './operations/metrics/read-gauge.ts';
import { createLookAtReadModels } from './operations/metrics/read-model-states.ts';
import { createRegistry } from './operations/metrics/registry.ts';
import { watchRequests } from './operations/metrics/request-metrics.ts';
import { type BackgroundWork, repeated } from './platform/background.ts';
import { createDatabase } from './platform/database/database.ts';
import { notifiedChannel } from './platform/database/notified-channel.ts';
import type { Database } from './platform/database/tables.ts';
import type { Route } from './platform/http/capability.ts';
import { loggable } from './platform/http/error-answer.ts';
import { createHttpApplication } from './platform/http/http-application.ts';
import type { SocketService } from './platform/http/listen.ts';
import { documentationRoutes } from './platform/http/openapi/documentation.ts';
import { documentationPage } from './platform/http/openapi/documentation-page.ts';
import { createRateLimits } from './platform/http/rate-limits.ts';
import { createWorkChallenges } from './platform/http/work-challenges.ts';
import { openImageFiles } from './platform/images/image-files.ts';
import { createImageStore } from './platform/images/image-store.ts';
import { createRoomImages } from './platform/images/room-images.ts';
import { imageRoutes } from './platform/images/routes.ts';
import { publicSettingsRoutes } from './platform/public-settings/routes.ts';
import { changeFeed } from './platform/realtime/change-feed.ts';
import { createRealtime } from './platform/realtime/realtime.ts';
import { countMessages, registerRealtimeMetrics } from './platform/realtime/realtime-metrics.ts';
import type { SmsSender } from './platform/sms/sms-sender.ts';
import { serveWebClient } from './platform/web-client/web-client.ts';
import { completeLedgerActs } from './proof/audit/ledger-acts.ts';
import { auditRoutes } from './proof/audit/routes.ts';
import { createCheckpoints } from './proof/checkpoints/checkpoints.ts';
import { openSigningKey } from './proof/checkpoints/signing-key.ts';
import { enterRowsOnce } from './proof/kept-rows/enter-rows.ts';
import { createKeptRows } from './proof/kept-rows/kept-rows.ts';
import { reportRoutes } from './reporting/reports/routes.ts';
import { statsRoutes } from './reporting/stats/routes.ts';
import { adminQueueRoutes } from './trading/admin-queues/routes.ts';
import { createFourEyes } from './trading/approvals/four-eyes.ts';
import { approvalRoutes } from './trading/approvals/routes.ts';
import { settleApprovals } from './trading/approvals/settle-approvals.ts';
import { caseRoutes } from './trading/cases/routes.ts';
import { sweepCommands } from './trading/commands/command-store.ts';
import type { Ledger } from './trading/commands/execute-on-stream.ts';
import { RecentStreams } from './trading/commands/recent-streams.ts';
import type { Timing } from './trading/commands/timing.ts';
import { createLevelsRecord } from './trading/levels/record-levels.ts';
import { levelRoutes } from './trading/levels/routes.ts';
import { createAccounts } from './trading/orders/accounts.ts';
import { ownOrdersById } from './trading/orders/list-orders.ts';
import { createOrderOwners } from './trading/orders/order-owners.ts';
import { sweepWallets } from './trading/orders/order-wallets.ts';
import { orderRoutes } from './trading/orders/routes.ts';
import { ownTradeRoutes } from './trading/own-trades/routes.ts';
import { priceNow } from './trading/price/price-now.ts';
import { priceRoutes } from './trading/price/routes.ts';
import { reversalRoutes } from './trading/reversals/routes.ts';
import { sweepStatements } from './trading/statements/sweep-statements.ts';
import { checkTransfers } from './trading/trades/check-transfers.ts';
import { expireOffers } from './trading/trades/expire-offers.ts';
import { expireWindows } from './trading/trades/expire-windows.ts';
import { tradeRoutes } from './trading/trades/routes.ts';
import { createSolanaNode } from './trading/trades/solana-transfers.ts';
import { createTradeProcess } from './trading/trades/trade-process.ts';
import { migrateTradeProcess, runTradeProcessManager } from './trading/trades/trade-process-manager.ts';

/** What the application needs. The caller opens and closes these. */
export interface Foundations {
  readonly config: Config;
  /** See `tokenSecret` of the configuration and `installationSecret`. */
  readonly secret: string;
  /** The pool for the tables of schema `app`, migrated. */
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly timing: Timing;
  readonly visibility: Visibility;
  readonly sms: SmsSender;
  readonly passwords: Passwords;
  readonly logger: Logger;
  /** Aborted when the program receives a signal to stop. */
  readonly stopping: AbortSignal;
  /** The folder of the built web client; undefined: only the API is served. */
  readonly webClientFolder?: string | undefined;
}

export interface Application {
  /** All endpoints. */
  readonly routes: readonly Route[];
  readonly koa: Koa;
  /** Runs until its signal is aborted. */
  readonly background: readonly BackgroundWork[];
  /** Attached to the same server. */
  readonly sockets: SocketService;
  /** Runs once the read models are ready, before the server listens. */
  prepare(): Promise<void>;
}

const everyTenSeconds = 10_000;
const notificationsPauseMs = 100;
const everyMinute = 60_000;
const everyTenMinutes = 600_000;

/** Connects the capabilities; no other file does. */
export async function createApplication(foundations: Foundations): Promise<Application> {
  const { config, pool, logger, timing, visibility } = foundations;
  const registry = createRegistry();
  const log = measuredLog(foundations.log, registry);
  const sms = measuredSms(foundations.sms, registry);
  const db: Database = createDatabase(pool);
  const ledger: Ledger = { log, timing };
  const keys = keysFrom(foundations.secret);
  const { phoneCountries, codesPerIpPerHour, codesPerDay, chatMessagesPerMinute, ordersPerMinute } = config;
  const { pendingOrdersMax, ordersPerDay, orderKrwMin } = config;

  const limits = createRateLimits({
    pool,
    codesPerIpPerHour,
    codesPerDay,
    chatMessagesPerMinute,
    ordersPerMinute,
    hashed: (...parts) => keyedHash(keys.lookup, 'limit', ...parts),
  });
  const sessionEnds = notifiedChannel({ connection: connectionOf(pool), channel: sessionChannel });
  const { requireSecondFactor } = config;
  const site = { trustProxy: config.trustProxy, production: config.production, port: config.port };
  const sessions = createSessions({
    ...{ db, requireSecondFactor, notified: sessionEnds },
    onFailure: warnOf('sessions', logger),
  });
  const payoutChanges = createPayoutChanges(db, keys.payouts);
  const trustedPhones = createTrustedPhones(db, keys.payouts);
  const kept = createKeptRows(foundations.secret);
  const requireProof = createRequireProof(db, config.stepUpSeconds);
  const tokens = createTokens(keys.token);
  const authenticators = createAuthenticators(db, keys);
  const passkeys = createPasskeys(db, createChallenges(db, keys.lookup));
  const tickets = createSignInTickets(db, keys.lookup);
  const signIns = createSignInRecords({
    ...{ db, lookupKey: keys.lookup },
    onFailure: warnOf('audit log', logger),
  });
  const knownNetworks = createKnownNetworks(db, keys.lookup);
  const passwords = measuredPasswords(foundations.passwords, registry);
  const imageFiles = await openImageFiles(config.dataDir);
  const images = createImageStore(db, imageFiles);
  const registration = createRegistration(db, ledger, logger);
  const verifiedPhones = createVerifiedPhones(db, keys.lookup);
  const store = createCodeStore(db, keys.lookup);
  const codeBudget = createCodeBudget(limits, codesPerDay, logger);
  const challenges = createWorkChallenges(limits, keys.challenges);
  const accountCodes = createAccountCodes({
    db,
    limits,
    store,
    budget: codeBudget,
    challenges,
    knownNetworks,
    sms,
    logger,
  });

  const owners = createOrderOwners(pool);
  const accounts = createAccounts(owners);
  const terms = {
    feeRate: config.feeRate,
    tolerance: config.matchTolerance,
  };
  const assertMembersShown = createAssertMembersShown({ pool, log, visibility });
  const fourEyes = createFourEyes(
    { db, assertMembersShown },
    { limit: config.fourEyesKrw, pricePercent: config.fourEyesPricePercent },
  );
  const process = createTradeProcess({ log, accounts, timing, terms, fourEyes });
  const signingKey = await openSigningKey({ dataDir: config.dataDir, keyFile: config.checkpointKeyFile });
  const checkpoints = createCheckpoints({
    ...{ db, pool, log, visibility, signingKey },
    ...{ dataDir: config.dataDir, now: timing.now, onFailure: warnOf('checkpoints', logger) },
    onProgress: (streams) => logger.info({ streams }, 'deriving stream heads from the log'),
  });
  const recent = new RecentStreams();
  const orders = {
    db,
    kept,
    payoutChanges,
    pool,
    log,
    ledger,
    recent,
    owners,
    process,
    visibility,
    now: timing.now,
  };

  const solana = config.solanaRpcUrl === undefined ? undefined : createSolanaNode(config.solanaRpcUrl);
  const payments = {
    ...orders,
    cancelsUnpaidTrades: config.autoCancel,
    levels: config.levels,
    solana,
    limits,
    images,
  };

  const realtime = createRealtime({
    ...{ db, pool, sessions, tokens, visibility, logger, trustProxy: config.trustProxy },
    // With its own embedded database there is no other backend to share sockets with.
    sharedDatabase: config.databaseUrl === undefined ? undefined : connectionOf(pool),
    rows: { price: () => priceNow(db), ownOrders: (ids) => ownOrdersById(db, ids) },
    beforeBroadcast: (changes, missed) => forgetChangedAccounts(sessions, changes, missed),
  });
  registerRealtimeMetrics(registry, realtime);
  const browserPush =
    config.webPush && createBrowserPush({ db, config: config.webPush, post: postToPushService, logger });
  const { push } = realtime;
  const notifier = createNotifier({ db, pool, push, sendToBrowsers: browserPush?.send, logger });

  const lookAtReadModels = createLookAtReadModels(pool, log);
  const replays = createReplayProcesses(databaseUrlOf(pool), config.eventStoreUrl);

  const roomImages = createRoomImages(db, imageFiles);
  const listeners = [countMessages(registry), notifyOfFirstMessages(notifier)];
  const messages = createMessageStore({ db, pool, images: roomImages, listeners });
  const chat = { db, limits, push, images: roomImages, messages, payoutChanges };
  realtime.serveChat(chat);

  const commands = { db, log, visibility, now: timing.now };
  const people = { db, limits, phoneCountries, verifiedPhones, kept };
  const calls = [
    ...healthRoutes({ lookAtReadModels, checkpoints, stopping: foundations.stopping }),
    ...publicSettingsRoutes(config),
    ...sessionRoutes({
      db,
      sessions,
      tokens,
      passwords,
      limits,
      signIns,
      knownNetworks,
      tickets,
      passkeys,
      authenticators,
      challenges,
      requireSecondFactor,
      sms,
      logger,
      ...site,
    }),
    ...secondFactorRoutes({
      ...{ db, sessions, tokens, limits, authenticators, kept, sms, logger },
      ...{ requireProof, requireSecondFactor },
    }),
    ...passkeyRoutes({
      ...{ db, sessions, tokens, limits, passkeys, kept, sms, logger },
      ...{ requireProof, ...site },
    }),
    ...passwordRoutes({
      db,
      sessions,
      tokens,
      passwords,
      accountCodes,
      knownNetworks,
      limits,
      sms,
      logger,
      kept,
      passkeys,
      challenges,
    }),
    ...oneTimeCodeRoutes({ ...people, store, budget: codeBudget, challenges, accountCodes, sms, logger }),
    ...memberRoutes({
      ...people,
      sms,
      logger,
      images,
      passwords,
      registration,
      ledger,
      sessions,
      requireProof,
      payoutChanges,
      trustedPhones,
      notifier,
      assertMembersShown,
      ...commands,
    }),
    ...ownAccountRoutes({
      ...{ db, payoutChanges, trustedPhones, limits, kept, notifier },
      ...{ store, budget: codeBudget, challenges, sms, logger },
    }),
    ...imageRoutes({ db, images, limits, kept, notifier, logger }),
    ...inquiryRoutes({ db, limits, notifier, kept }),
    ...notificationRoutes({ db, toBrowsers: browserPush !== undefined }),
    ...chatRoutes(chat),
    ...orderRoutes({ ...orders, limits, pendingOrdersMax, ordersPerDay, orderKrwMin, levels: config.levels }),
    ...tradeRoutes(payments),
    ...caseRoutes({ ...payments, limits }),
    ...approvalRoutes({ ...payments, log, sessions }),
    ...levelRoutes({ db, log, levels: config.levels }),
    ...reversalRoutes(payments),
    ...ownTradeRoutes({ db, limits }),
    ...priceRoutes({ ...orders, fourEyes }),
    ...statsRoutes(orders),
    ...adminQueueRoutes({ db, payoutChanges, terms }),
    ...maintenanceRoutes({
      db,
      pool,
      log: foundations.log,
      checkpoints,
      codeBudget,
      lookAtReadModels,
      processes: replays,
    }),
    ...reportRoutes({ ...orders, limits, checkpoints }),
    ...auditRoutes({
      ...orders,
      ...{ limits, notifier, logger },
      checkpoints,
      signingKey,
      onFailure: warnOf('checkpoints', logger),
    }),
  ];
  const levelsRecord = createLevelsRecord(ledger, config.levels, {
    ...{ fourEyesKrw: config.fourEyesKrw, fourEyesPercent: config.fourEyesPricePercent },
    matchTolerance: config.matchTolerance,
  });
  const routes = [...calls, ...documentationRoutes(calls)];
  registerProofGauges(registry, { db, checkpoints, now: timing.now });
  registerReadGauge(registry, {
    name: 'one_time_codes_sent_of_day',
    help: 'Part of the messages with one-time codes of a day that is spent; 1: no more are sent',
    labelNames: ['kind'],
    read: async () =>
      (await codeBudget.spent()).map(({ kind, sent, most }) => ({
        labels: { kind },
        value: most === 0 ? 1 : sent / most,
      })),
  });
  registerLedgerGauges(registry, { pool, lookAtReadModels });
  const background: readonly BackgroundWork[] = [
    {
      name: 'trades',
      run: (signal) => runTradeProcessManager({ process, pool, signal, onError: warnOf('trades', logger) }),
    },
    repeated('checkpoints', everyMinute, () => checkpoints.keep(), logger),
    replays.work,
    sessionEnds.background,
    ...realtime.background,
    // A feed of its own, so that it never delays the sockets.
    changeFeed({
      ...{ name: 'notifications', pool, visibility, logger },
      pauseMs: notificationsPauseMs,
      async listener(changes, missed) {
        await listMatchedRooms(pool, missed ? undefined : matchedIn(changes));
        await notifyOfChanges(notifier)(changes, missed);
      },
    }),
    repeated('registrations', everyTenSeconds, () => registration.completeLeftOver(), logger),
    repeated('ledger acts', everyTenSeconds, () => completeLedgerActs(db, log), logger),
    repeated('images', everyTenMinutes, () => images.sweep(), logger),
    repeated('sessions', everyTenMinutes, () => sessions.sweep(), logger),
    repeated('sign-in tickets', everyTenMinutes, () => tickets.sweep(), logger),
    repeated('known networks', everyTenMinutes, () => knownNetworks.sweep(), logger),
    repeated('codes', everyTenMinutes, () => sweepCodes(db), logger),
    repeated('limits', everyTenMinutes, () => limits.sweep(), logger),
    repeated('commands', everyTenMinutes, () => sweepCommands(db), logger),
    ...(browserPush === undefined ? [] : [browserPush.work]),
    repeated('notification marks', everyTenMinutes, () => sweepNotifications(db), logger),
    repeated('levels', everyTenSeconds, () => levelsRecord.note(), logger),
    repeated('offers', everyTenSeconds, () => expireOffers(payments), logger),
    repeated('approvals', everyTenSeconds, () => settleApprovals({ ...payments, sessions }), logger),
    repeated('payment windows', everyTenSeconds, () => expireWindows(payments), logger),
    ...(solana === undefined
      ? []
      : [repeated('transfers', everyTenSeconds, () => checkTransfers(payments, solana), logger)]),
    repeated('statements', everyTenMinutes, () => sweepStatements(db, log), logger),
    repeated('wallets', everyTenMinutes, () => sweepWallets({ db, log, kept }), logger),
  ];
  const authenticate = createAuthenticate(tokens, sessions, requireProof);
  const { webClientFolder } = foundations;
  const webClient = webClientFolder === undefined ? undefined : serveWebClient(webClientFolder);
  return {
    routes,
    koa: createHttpApplication({
      routes,
      authenticate,
      logger,
      trustProxy: config.trustProxy,
      production: config.production,
      watch: watchRequests(registry),
      pages: [documentationPage(), metricsPage(registry, config.metricsToken)],
      webClient,
    }),
    background,
    sockets: realtime,
    async prepare() {
      await migrateTradeProcess(pool);
      await levelsRecord.note().catch(warnOf('levels', logger));
      await prepareReplays({ pool });
      const found = await enterRowsOnce(db, kept);
      if (found > 0) logger.info({ rows: found }, 'existing rows entered in the audit log');
      await registration.completeLeftOver();
      if (config.firstAdmin !== undefined) {
        const outcome = await ensureFirstAdmin({ db, log, passwords, registration, kept }, config.firstAdmin);
        logger.info({ outcome }, 'first admin');
        if (outcome === 'nickname-taken')
          logger.warn('ADMIN_NICKNAME belongs to a member who is not an admin: no admin was created');
      }
      if (config.retiredAdmin === undefined) return;
      const retiring = retireAdmin({ db, ledger, sms, logger, assertMembersShown }, config.retiredAdmin);
      const outcome = await retiring.catch(warnOf('RETIRED_ADMIN', logger));
      if (outcome !== undefined) logger.warn({ outcome }, 'RETIRED_ADMIN');
    },
  };
}

const warnOf =
  (work: string, logger: Logger) =>
  (error: unknown): void =>
    logger.warn({ work, error: loggable(error) }, 'will be tried again');
