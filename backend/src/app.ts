import { connectionOf } from '@matgyo/projections/projection-pool';
import { verifySealedRows } from '@matgyo/projections/verify/check-sealed-rows';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createConversation } from './conversation/conversation.ts';
import { createIdentity } from './identity/identity.ts';
import { forgetChangedAccounts } from './identity/sessions/session-cache.ts';
import { watchRequests } from './operations/metrics/measured-parts.ts';
import { metricsPage } from './operations/metrics/metrics-page.ts';
import { createOperations } from './operations/operations.ts';
import { type BackgroundWork, everyTenMinutes, repeated } from './platform/background.ts';
import { createHttpApplication } from './platform/http/http-application.ts';
import { documentationRoutes } from './platform/http/openapi/documentation.ts';
import { documentationPage } from './platform/http/openapi/documentation-page.ts';
import { imageRoutes } from './platform/images/routes.ts';
import { publicSettingsRoutes } from './platform/public-settings/routes.ts';
import { createRealtime, type Realtime } from './platform/realtime/realtime.ts';
import { serveWebClient } from './platform/web-client/web-client.ts';
import { createProof } from './proof/proof.ts';
import { enterRowsOnce } from './proof/sealed-rows/enter-rows.ts';
import { refuseEarlierSecret } from './proof/sealed-rows/other-secret.ts';
import { reportRoutes } from './reporting/reports/routes.ts';
import { statsRoutes } from './reporting/stats/routes.ts';
import { createShared, type Foundations, type Shared } from './shared.ts';
import { ownOrdersById } from './trading/orders/list-orders.ts';
import { readPriceView } from './trading/price/price-view.ts';
import { createTrading } from './trading/trading.ts';

/** Much longer than read models take to follow; short for one that is being rebuilt. */
const laterWaitMsMax = 500;

/** Connects the capabilities' folders; no other file does. */
export async function createApplication(foundations: Foundations) {
  const { config, visibility, logger, stopping, webClientFolder } = foundations;
  // One per application, so that two in one process stay separate.
  const registry = new Registry();
  // Of the process: memory, event loop, garbage collection.
  collectDefaultMetrics({ register: registry });
  const shared = await createShared(foundations, registry);
  const { db, limits, sealedRows, images } = shared;

  const identity = createIdentity(shared);
  const { sessions, payoutChanges, codeBudget, assertMembersShown, requireStepUp } = identity;
  const proof = await createProof(shared);
  const { checkpoints } = proof;
  const realtime = createSockets(shared, identity);
  const conversation = createConversation({ ...shared, payoutChanges, realtime });
  const { notifier } = conversation;
  const later = { notifier, push: realtime.push };
  const ofIdentity = { sessions, payoutChanges, assertMembersShown, requireStepUp };
  const trading = createTrading({ ...shared, ...ofIdentity, notifier });
  const operations = createOperations({ ...shared, checkpoints, codeBudget, realtime, stopping });

  const calls = [
    ...publicSettingsRoutes(config),
    ...identity.routes(later),
    ...imageRoutes({ db, images, limits, sealedRows, notifier, logger }),
    ...conversation.routes,
    ...trading.routes,
    ...statsRoutes(shared),
    ...reportRoutes({ ...trading.orders, limits, checkpoints }),
    ...proof.routes(notifier),
    ...operations.routes,
  ];
  const routes = [...calls, ...documentationRoutes(calls)];
  return {
    routes,
    koa: createHttpApplication({
      routes,
      logger,
      countUpload: limits.countUpload,
      authenticate: identity.authenticate,
      waitForLater: (names) => visibility.waitForLater(names, laterWaitMsMax),
      trustProxy: config.trustProxy,
      production: config.production,
      watch: watchRequests(registry),
      pages: [documentationPage(), metricsPage(registry, config.metricsToken)],
      webClient: webClientFolder === undefined ? undefined : serveWebClient(webClientFolder),
    }),
    /** Each runs until its signal is aborted. */
    background: [
      ...identity.background(later),
      ...proof.background,
      ...trading.background,
      ...realtime.background,
      ...conversation.background,
      ...operations.background,
      repeated('images', everyTenMinutes, () => images.sweep(), logger),
      repeated('limits', everyTenMinutes, () => limits.sweep(), logger),
    ] satisfies readonly BackgroundWork[],
    /** Attached to the same server. */
    sockets: realtime,
    /** Runs once the read models are ready, before the server listens. */
    async prepare() {
      await trading.prepare();
      await operations.prepare();
      await enterExistingRows(foundations, shared);
      await identity.prepare();
    },
  };
}

function createSockets(shared: Shared, { sessions, tokens }: ReturnType<typeof createIdentity>): Realtime {
  const { config, pool, db } = shared;
  return createRealtime({
    ...shared,
    sessions,
    tokens,
    trustProxy: config.trustProxy,
    // With its own embedded database there is no other backend to share sockets with.
    sharedDatabase: config.databaseUrl === undefined ? undefined : connectionOf(pool),
    rows: { price: () => readPriceView(db), ownOrders: (ids) => ownOrdersById(db, ids) },
    beforeBroadcast: (changes, missed) => forgetChangedAccounts(sessions, changes, missed),
  });
}

async function enterExistingRows(
  { config, pool, secret, logger }: Foundations,
  { db, sealedRows }: Shared,
): Promise<void> {
  const changed = async () => {
    const { findings } = await verifySealedRows(pool, secret);
    if (findings.length > 0) await refuseEarlierSecret(db, sealedRows, config.previousTokenSecret);
    return findings.map(({ what }) => what);
  };
  const entered = await enterRowsOnce(db, sealedRows, changed);
  if (entered > 0) logger.info({ rows: entered }, 'existing rows entered in the audit log');
}
