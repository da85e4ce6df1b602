import { access, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { openEventLog } from '@matgyo/event-store/open-event-log';
import { startProjections } from '@matgyo/projections/runner/start-projections';
import { createVisibility } from '@matgyo/projections/visibility/visibility';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createApplication } from './app.ts';
import { type Config, parseConfig, WrongConfiguration } from './config.ts';
import { createPasswords } from './identity/passwords/passwords.ts';
import { installationSecret } from './identity/sessions/keys.ts';
import { refuseHalfRestored } from './operations/backup/installation.ts';
import { fillDemoMarket } from './operations/demo/demo-market.ts';
import { createDatabase } from './platform/database/database.ts';
import { createPool } from './platform/database/pool.ts';
import { loggable } from './platform/http/error-answer.ts';
import { listen } from './platform/http/listen.ts';
import { createLogger } from './platform/http/logger.ts';
import { migrateAppSchema } from './platform/schema/migrate.ts';
import { createSmsSender } from './platform/sms/create-sms-sender.ts';
import { releaseAllCommands } from './trading/commands/command-store.ts';
import { systemTiming } from './trading/commands/timing.ts';

/** Requests in flight at a stop have this long to end. */
const drainMs = 10_000;
/** The whole stop: what is not closed by then is cut, and what was in the making is finished by the next start. */
const longestStopMs = 20_000;

/** What running the program means, beside its configuration. */
interface Running {
  readonly logger: Logger;
  /** Closed in the opposite order in which it was opened. */
  readonly opened: AsyncDisposableStack;
  /** Aborted once the program has been told to stop. */
  readonly stopping: AbortSignal;
  /** Ends the program with an exit code; asked a second time, at once. */
  stop(code: number): void;
}

/** Says what takes its time to whoever tries the program out at a terminal; an operator reads the log. */
const progressTeller = (config: Config) =>
  config.databaseUrl === undefined
    ? (text: string) => void process.stderr.write(`${text}\n`)
    : () => undefined;

/** Opens everything from the database up, and resolves to the url at which it then serves. */
async function start(config: Config, running: Running): Promise<string> {
  const { logger, opened } = running;
  await mkdir(config.dataDir, { recursive: true });
  const onLost = (error: unknown) =>
    logger.warn({ error: loggable(error) }, 'a database connection was lost');
  const isEmbedded = config.databaseUrl === undefined;
  const say = progressTeller(config);
  if (isEmbedded) say('Starting PostgreSQL …');
  const connection = isEmbedded
    ? await openEmbedded(config, running)
    : { connectionString: config.databaseUrl };
  await migrateAppSchema(connection);
  const { eventStoreUrl } = config;
  const log = await openEventLog({
    ...{ eventStoreUrl, postgres: connection, alone: isEmbedded },
    onConnectionLost: onLost,
  });
  opened.defer(() => log.close());
  const openPool = (settings: pg.PoolConfig): pg.Pool => {
    const opening = createPool({ ...connection, ...settings }, onLost);
    opened.defer(() => opening.end());
    return opening;
  };
  const pool = openPool({});
  await refuseHalfRestored(pool);
  const followers = openPool({ max: 4, options: '' });
  // Alone on its database, so whoever held a command has died.
  if (isEmbedded) await releaseAllCommands(createDatabase(pool));

  if (config.demo) {
    say('Filling the demo market, if the ledger is empty …');
    const print = (text: string) => void process.stderr.write(text);
    const outcome = await fillDemoMarket({ config, pool, log, now: systemTiming.now, print });
    logger.info({ outcome }, 'demo market');
  }

  say('Deriving the read models …');
  const following = new AbortController();
  const { signal } = following;
  const projections = config.projectionsInside
    ? startProjections({ log, pool: followers, signal, logger, alone: isEmbedded })
    : undefined;
  const visibility = createVisibility({ pool: followers, signal, projections });
  opened.defer(async () => {
    following.abort();
    await projections?.finished;
  });
  await projections?.ready;

  const application = await createApplication({
    config,
    secret: config.tokenSecret ?? (await installationSecret(config.dataDir)),
    pool,
    log,
    timing: systemTiming,
    visibility,
    sms: createSmsSender(config.sms),
    passwords: await createPasswords(),
    logger,
    stopping: running.stopping,
    webClientFolder: await builtWebClient(),
  });
  await application.prepare();
  const working = new AbortController();
  const background = application.background.map((work) => work.run(working.signal));
  opened.defer(async () => {
    working.abort();
    await Promise.all(background);
  });
  const listening = await listen(application.koa, config, application.sockets);
  opened.defer(() => listening.close(drainMs));
  return listening.url;
}

/** Where the web client is, if it has been built. */
async function builtWebClient(): Promise<string | undefined> {
  const folder = path.join(import.meta.dirname, '../../frontend/dist');
  const isBuilt = await access(path.join(folder, 'index.html')).then(
    () => true,
    () => false,
  );
  return isBuilt ? folder : undefined;
}

async function openEmbedded(config: Config, { logger, opened, stop }: Running): Promise<pg.PoolConfig> {
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(config.dataDir, 'postgres'),
    log: (line) => logger.info(line),
  });
  let isStopping = false;
  opened.defer(() => {
    isStopping = true;
    return postgres.stop();
  });
  // Without its database the program is of no use; whoever supervises it starts it anew.
  void postgres.ended.then(() => {
    if (!isStopping) stop(1);
  });
  return { ...postgres.connection };
}

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  const logger = createLogger('info');
  const opened = new AsyncDisposableStack();
  const stopping = new AbortController();
  const stop = (code: number): void => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    // A failure has nothing left to serve with.
    const drainingMs = code === 0 ? config.drainSeconds * 1_000 : 0;
    setTimeout(() => process.exit(1), drainingMs + longestStopMs);
    wait(drainingMs)
      .then(() => opened.disposeAsync())
      .catch((error: unknown) => logger.error({ error: loggable(error) }, 'while stopping'))
      .finally(() => process.exit(code));
  };
  process.on('SIGTERM', () => stop(0));
  process.on('SIGINT', () => stop(0));
  try {
    const url = await start(config, { logger, opened, stopping: stopping.signal, stop });
    process.stdout.write(`ready ${url}\n`);
    progressTeller(config)(`Open ${url} in a browser. Ctrl+C ends it.`);
  } catch (error) {
    // A start that is stopped fails too, and as it should.
    if (stopping.signal.aborted) return;
    logger.fatal({ error: loggable(error) }, 'the start failed');
    stop(1);
  }
}

await main().catch((error: unknown) => {
  if (!(error instanceof WrongConfiguration)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 78;
});
