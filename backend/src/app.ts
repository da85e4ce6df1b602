import type { EventLog } from '@matgyo/event-store/event-log';
import { connectionOf } from '@matgyo/projections/projection-pool';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import type Koa from 'koa';
import type pg from 'pg';
import type { Logger } from 'pino';
import { auditCapability } from './audit/audit-capability.ts';
import { completeLedgerActs } from './audit/ledger-acts.ts';
import { type BackgroundWork, repeated } from './background.ts';
import { chatRoutes } from './chat/chat.ts';
import { listMatchedRooms, matchedIn } from './chat/matched-rooms.ts';
import { createCheckpoints } from './checkpoints/checkpoints.ts';
import { openSigningKey } from './checkpoints/signing-key.ts';
import { sweepCommands } from './commands/command-store.ts';
import type { Config } from './config.ts';
import { createDatabase } from './database/database.ts';
import type { Database } from './database/tables.ts';
import { deskCapability } from './desk/desk-capability.ts';
import { healthRoutes } from './health/health.ts';
import type { Route } from './http/capability.ts';
import { loggable } from './http/error-answer.ts';
import { createHttpApplication } from './http/http-application.ts';
import type { SocketService } from './http/listen.ts';
import { documentationRoutes } from './http/openapi/documentation.ts';
import { documentationPage } from './http/openapi/documentation-page.ts';
import { createRateLimits } from './http/rate-limits.ts';
import { openImageFiles } from './images/image-files.ts';
import { createImageStore } from './images/image-store.ts';
import { imageRoutes } from './images/images.ts';
import { createRoomImages } from './images/room-images.ts';
import { inquiryRoutes } from './inquiries/inquiries.ts';
import type { Ledger } from './ledger/execute-on-stream.ts';
import type { Timing } from './ledger/timing.ts';
import { ensureFirstAdmin } from './members/first-admin.ts';
import { memberRoutes } from './members/members.ts';
import { ownAccountRoutes } from './members/own-account.ts';
import { createRegistration } from './members/registration.ts';
import { registerLedgerGauges } from './metrics/ledger-gauges.ts';
import { measuredLog, measuredPasswords, measuredSms } from './metrics/measured-parts.ts';
import { metricsPage } from './metrics/metrics-page.ts';
import { registerProofGauges } from './metrics/proof-gauges.ts';
import { createRegistry } from './metrics/registry.ts';
import { watchRequests } from './metrics/request-metrics.ts';
import { sweepNotifications } from './notifications/mark-read.ts';
import { tellOfFirstMessages } from './notifications/notices.ts';
import { notificationRoutes } from './notifications/notifications.ts';
import { createTelling, tellOfChanges } from './notifications/telling.ts';
import { createBrowserPush } from './notifications/web-push/browser-push.ts';
import { postToPushService } from './notifications/web-push/post-to-push-service.ts';
import { createAccountCodes } from './one-time-codes/account-codes.ts';
import { createCodeStore } from './one-time-codes/code-store.ts';
import { oneTimeCodes } from './one-time-codes/one-time-codes.ts';
import { sweepCodes } from './one-time-codes/sweep-codes.ts';
import { createVerifiedPhones } from './one-time-codes/verified-phones.ts';
import { databaseUrlOf } from './operations/database-url.ts';
import { operationsCapability } from './operations/operations-capability.ts';
import { createReplayProcesses } from './operations/replay-processes.ts';
import { prepareReplays } from './operations/replays.ts';
import { createAccounts } from './orders/account-facts.ts';
import { sweepWallets } from './orders/order-wallets.ts';
import { ordersCapability } from './orders/orders-capability.ts';
import { priceCapability } from './price/price-calls.ts';
import { publicSettingsRoutes } from './public-settings/public-settings.ts';
import { createRealtime } from './realtime/realtime.ts';
import { countMessages, registerRealtimeMetrics } from './realtime/realtime-metrics.ts';
import { reportsCapability } from './reports/reports-capability.ts';
import { createAuthenticate } from './sessions/authenticate.ts';
import { keyedHash, keysFrom } from './sessions/keys.ts';
import { createKnownNetworks } from './sessions/known-networks.ts';
import { createPasswords } from './sessions/passwords.ts';
import { passwordRoutes } from './sessions/passwords-capability.ts';
import { createSessions } from './sessions/session-store.ts';
import { sessionRoutes } from './sessions/sessions.ts';
import { createSignInRecords } from './sessions/sign-in-records.ts';
import { createTokens } from './sessions/token.ts';
import type { SmsSender } from './sms/sms-sender.ts';
import { statsCapability } from './stats/stats-capability.ts';
import { ownTradesCapability } from './trades/own-trades-capability.ts';
import { createTradeProcess } from './trades/trade-process.ts';
import { migrateTradeProcess, runTradeProcessManager } from './trades/trade-process-manager.ts';
import { tradesCapability } from './trades/trades-capability.ts';
import { serveWebClient } from './web-client/web-client.ts';

/** What the application stands on; whoever starts it opens these and closes them after it. */
export interface Foundations {
  readonly config: Config;
  /** See `tokenSecret` of the configuration and `installationSecret`. */
  readonly secret: string;
  /** The plain tables, migrated. */
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly timing: Timing;
  readonly visibility: Visibility;
  readonly sms: SmsSender;
  readonly logger: Logger;
  /** Aborted once the program has been told to stop. */
  readonly stopping: AbortSignal;
  /** The folder of the built web client; undefined: only the API is served. */
  readonly webClientFolder?: string | undefined;
}

export interface Application {
  /** Every call it answers. */
  readonly routes: readonly Route[];
  readonly koa: Koa;
  /** To be run beside it until its signal is aborted. */
  readonly background: readonly BackgroundWork[];
  /** To be served on the same server. */
  readonly sockets: SocketService;
  /** What has to be done once the read models are ready and before it serves. */
  prepare(): Promise<void>;
}

const everyTenSeconds = 10_000;
const everyMinute = 60_000;
const everyTenMinutes = 600_000;

/** Puts the capabilities together. The one place where they meet. */
export async function createApplication(foundations: Foundations): Promise<Application> {
  const { config, pool, logger, timing, visibility } = foundations;
  const registry = createRegistry();
  const log = measuredLog(foundations.log, registry);
  const sms = measuredSms(foundations.sms, registry);
  const db: Database = createDatabase(pool);
  const ledger: Ledger = { log, timing };
  const keys = keysFrom(foundations.secret);
  const { phoneCountries, codesPerIpPerHour, chatMessagesPerMinute, ordersPerMinute } = config;
  const { pendingOrders, leastOrderKrw } = config;

  const limits = createRateLimits({
    pool,
    codesPerIpPerHour,
    chatMessagesPerMinute,
    ordersPerMinute,
    hashed: (...parts) => keyedHash(keys.lookup, 'limit', ...parts),
  });
  const sessions = createSessions(db);
  const tokens = createTokens(keys.token);
  const signIns = createSignInRecords({
    ...{ db, lookupKey: keys.lookup },
    onFailure: tellOf('audit log', logger),
  });
  const knownNetworks = createKnownNetworks(db, keys.lookup);
  const passwords = measuredPasswords(await createPasswords(), registry);
  const imageFiles = await openImageFiles(config.dataDir);
  const images = createImageStore(db, imageFiles);
  const registration = createRegistration(db, ledger, logger);
  const verifiedPhones = createVerifiedPhones(db, keys.lookup);
  const store = createCodeStore(db, keys.lookup);
  const accountCodes = createAccountCodes({ db, store, sms, logger });

  const accounts = createAccounts(db, log);
  const process = createTradeProcess({ log, accounts, timing, feeRate: config.feeRate });
  const signingKey = await openSigningKey({ dataDir: config.dataDir, keyFile: config.checkpointKeyFile });
  const checkpoints = createCheckpoints({
    ...{ db, pool, log, visibility, signingKey },
    ...{ dataDir: config.dataDir, now: timing.now, onFailure: tellOf('checkpoints', logger) },
  });
  const orders = { db, pool, log, ledger, accounts, process, visibility, now: timing.now };

  const realtime = createRealtime({
    ...{ db, pool, sessions, tokens, visibility, logger, trustProxy: config.trustProxy },
    // Alone on its own database, it has nobody to share sockets with.
    sharedDatabase: config.databaseUrl === undefined ? undefined : connectionOf(pool),
    async alsoOnChange(changes, missed) {
      await listMatchedRooms(db, missed ? undefined : matchedIn(changes));
      await tellOfChanges(telling)(changes, missed);
    },
  });
  registerRealtimeMetrics(registry, realtime);
  const browserPush =
    config.webPush && createBrowserPush({ db, config: config.webPush, post: postToPushService, logger });
  const { push } = realtime;
  const telling = createTelling({ db, push, sendToBrowsers: browserPush?.send, logger });

  const replays = createReplayProcesses(databaseUrlOf(pool), config.eventStoreUrl);

  const chat = {
    ...{ db, limits, push, images: createRoomImages(db, imageFiles) },
    listeners: [countMessages(registry), tellOfFirstMessages(telling)],
  };
  realtime.serveChat(chat);

  const commands = { db, log, visibility, now: timing.now };
  const people = { db, limits, phoneCountries, verifiedPhones };
  const calls = [
    ...healthRoutes({ db, log, stopping: foundations.stopping }),
    ...publicSettingsRoutes(config),
    ...sessionRoutes({
      db,
      sessions,
      tokens,
      passwords,
      limits,
      signIns,
      knownNetworks,
      trustProxy: config.trustProxy,
    }),
    ...passwordRoutes({ db, sessions, passwords, accountCodes, limits }),
    ...oneTimeCodes({ ...people, store, accountCodes, sms, logger }),
    ...memberRoutes({
      ...people,
      sms,
      logger,
      images,
      passwords,
      registration,
      ledger,
      sessions,
      ...commands,
    }),
    ...ownAccountRoutes(db),
    ...imageRoutes({ db, images, limits }),
    ...inquiryRoutes({ db, limits, telling }),
    ...notificationRoutes({ db, toBrowsers: browserPush !== undefined }),
    ...chatRoutes(chat),
    ...ordersCapability({ ...orders, limits, pendingOrders, leastOrderKrw }),
    ...tradesCapability(orders),
    ...ownTradesCapability({ db, limits }),
    ...priceCapability(orders),
    ...statsCapability(orders),
    ...deskCapability({ db, feeRate: config.feeRate }),
    ...operationsCapability({ db, pool, log: foundations.log, processes: replays }),
    // The log itself tells what it holds back.
    ...reportsCapability({ ...orders, limits, log: foundations.log, checkpoints }),
    ...auditCapability({
      ...orders,
      limits,
      checkpoints,
      signingKey,
      onFailure: tellOf('checkpoints', logger),
    }),
  ];
  const routes = [...calls, ...documentationRoutes(calls)];
  registerProofGauges(registry, { db, checkpoints, now: timing.now });
  registerLedgerGauges(registry, { db, pool, log: foundations.log });
  const background: readonly BackgroundWork[] = [
    {
      name: 'trades',
      run: (signal) => runTradeProcessManager({ process, pool, signal, onError: tellOf('trades', logger) }),
    },
    repeated('checkpoints', everyMinute, () => checkpoints.keep(), logger),
    replays.work,
    ...realtime.background,
    repeated('registrations', everyTenSeconds, () => registration.completeLeftOver(), logger),
    repeated('ledger acts', everyTenSeconds, () => completeLedgerActs(db, log), logger),
    repeated('images', everyTenMinutes, () => images.sweep(), logger),
    repeated('sessions', everyTenMinutes, () => sessions.sweep(), logger),
    repeated('known networks', everyTenMinutes, () => knownNetworks.sweep(), logger),
    repeated('codes', everyTenMinutes, () => sweepCodes(db), logger),
    repeated('limits', everyTenMinutes, () => limits.sweep(), logger),
    repeated('commands', everyTenMinutes, () => sweepCommands(db), logger),
    ...(browserPush === undefined ? [] : [browserPush.work]),
    repeated('notification marks', everyTenMinutes, () => sweepNotifications(db), logger),
    repeated('wallets', everyTenMinutes, () => sweepWallets(db, log), logger),
  ];
  const authenticate = createAuthenticate(tokens, sessions);
  const { webClientFolder } = foundations;
  const webClient = webClientFolder === undefined ? undefined : serveWebClient(webClientFolder);
  return {
    routes,
    koa: createHttpApplication({
      routes,
      authenticate,
      logger,
      trustProxy: config.trustProxy,
      watch: watchRequests(registry),
      pages: [documentationPage(), metricsPage(registry, config.metricsToken)],
      webClient,
    }),
    background,
    sockets: realtime,
    async prepare() {
      await migrateTradeProcess(pool);
      await prepareReplays({ pool });
      await registration.completeLeftOver();
      if (config.firstAdmin === undefined) return;
      const outcome = await ensureFirstAdmin({ db, passwords, registration }, config.firstAdmin);
      logger.info({ outcome }, 'first admin');
      if (outcome === 'nickname-taken')
        logger.warn('ADMIN_NICKNAME is the name of a member who is no admin: no admin was made');
    },
  };
}

const tellOf =
  (work: string, logger: Logger) =>
  (error: unknown): void =>
    logger.warn({ work, error: loggable(error) }, 'will be tried again');
