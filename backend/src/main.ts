import { existsSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { makeFolder } from '@matgyo/event-store/embedded-postgres/make-folder';
import { openEventLog } from '@matgyo/event-store/open-event-log';
import { connectionTo } from '@matgyo/event-store/postgres/database-url';
import { programRole } from '@matgyo/event-store/postgres/program-role';
import { refuseHalfRestored } from '@matgyo/projections/half-restored';
import { asLines, onStopSignal } from '@matgyo/projections/program';
import { InvalidConfiguration, programFault, runToExitCode } from '@matgyo/projections/program-fault';
import { startProjections } from '@matgyo/projections/runner/start-projections';
import { createVisibility } from '@matgyo/projections/visibility/visibility';
import type pg from 'pg';
import type { Logger } from 'pino';
import { createApplication } from './app.ts';
import { type Config, parseConfig } from './config.ts';
import { createPasswords } from './identity/passwords/passwords.ts';
import { fillDemoMarket } from './operations/demo/demo-market.ts';
import { releaseAllCommands } from './platform/commands/command-store.ts';
import { systemTiming } from './platform/commands/timing.ts';
import { createDatabase } from './platform/database/database.ts';
import { createPool } from './platform/database/pool.ts';
import { loggable } from './platform/http/error-answer.ts';
import { listen } from './platform/http/listen.ts';
import { createLogger } from './platform/http/logger.ts';
import { installationSecret, passwordKeys } from './platform/keys.ts';
import { migrateAppSchema } from './platform/schema/migrate.ts';
import { prepareDatabase } from './platform/schema/prepare-database.ts';
import { createSmsSender } from './platform/sms/create-sms-sender.ts';
import { connectionName, refuseOtherSecret } from './proof/sealed-rows/other-secret.ts';

/** Time for open requests to finish during a stop. */
const drainMs = 10_000;
/** Time for the whole stop. What is unfinished then is completed at the next start. */
const stopMsMax = 20_000;

interface Running {
  readonly logger: Logger;
  /** Closed in reverse order. */
  readonly opened: AsyncDisposableStack;
  readonly stopping: AbortSignal;
  /** Stops the program; a second call exits at once. */
  stop(code: number): void;
}

/** Prints progress for local trials with the embedded database; operators read the log. */
const progressOutput = (config: Config) =>
  config.databaseUrl === undefined
    ? (text: string) => void process.stderr.write(`${text}\n`)
    : () => undefined;

const readModelsNote = ({ projectionsInside }: Config): string =>
  projectionsInside
    ? 'Deriving the read models …'
    : 'PROJECTIONS=apart: lists appear and change only while "npm run projections" runs as well.';

/** Starts everything from the database up and returns the server's URL. */
async function start(config: Config, running: Running): Promise<string> {
  const { logger, opened } = running;
  const warnOf = (loss: string) => (error: unknown) => logger.warn({ error: loggable(error) }, loss);
  const { databaseUrl } = config;
  const isEmbedded = databaseUrl === undefined;
  const report = progressOutput(config);
  if (isEmbedded) report('Starting PostgreSQL …');
  const connection = isEmbedded ? await openEmbedded(config, running) : connectionTo(databaseUrl);
  const openPool = (settings: pg.PoolConfig): pg.Pool => {
    const opening = createPool({ ...connection, ...settings }, warnOf('a database connection was lost'));
    opened.defer(() => opening.end());
    return opening;
  };
  const followers = openPool({ max: 4, options: '' });
  // Before the migrations: tables that a restore is filling stay in the form of its backup.
  await refuseHalfRestored(followers);
  // The embedded one is up to date by now; another one may have an owner of its own.
  await migrateAppSchema(connection);
  const log = await openEventLog({
    eventStoreUrl: config.eventStoreUrl,
    postgres: connection,
    alone: isEmbedded,
    onConnectionLost: warnOf('a connection to the event log was lost'),
  });
  opened.defer(() => log.close());
  const secret = config.tokenSecret ?? (await installationSecret(config.dataDir));
  const pool = openPool({ application_name: connectionName(secret) });
  await refuseOtherSecret(pool, secret);
  // No other process uses the embedded database, so all leases belong to crashed processes.
  if (isEmbedded) await releaseAllCommands(createDatabase(pool));

  const passwords = await createPasswords({ keys: passwordKeys(secret, config.previousTokenSecret) });
  if (config.demo) {
    report('Filling the demo market, if the ledger is empty …');
    const print = (text: string) => void process.stderr.write(text);
    const outcome = await fillDemoMarket({ config, pool, log, passwords, now: systemTiming.now, print });
    logger.info({ outcome }, 'demo market');
  }

  report(readModelsNote(config));
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
    secret,
    pool,
    log,
    timing: systemTiming,
    visibility,
    sms: createSmsSender(config.sms),
    passwords,
    logger,
    stopping: running.stopping,
    webClientFolder: builtWebClient(),
  });
  await application.prepare();
  const working = new AbortController();
  const background = application.background.map((work) => work(working.signal));
  opened.defer(async () => {
    working.abort();
    await Promise.all(background).then(application.sockets.close);
  });
  const { stopping } = running;
  const listening = await listen(application.koa, { ...config, stopping }, application.sockets);
  opened.defer(() => listening.close(drainMs));
  return listening.url;
}

function builtWebClient(): string | undefined {
  const folder = path.join(import.meta.dirname, '../../frontend/dist');
  return existsSync(path.join(folder, 'index.html')) ? folder : undefined;
}

async function openEmbedded(config: Config, { logger, opened, stop }: Running): Promise<pg.PoolConfig> {
  const dataDir = path.join(config.dataDir, 'postgres');
  const postgres = await startEmbeddedPostgres({ dataDir, log: (line) => logger.info(line) });
  let isStopping = false;
  opened.defer(() => {
    isStopping = true;
    return postgres.stop();
  });
  // The supervisor restarts the program when its database has ended.
  void postgres.ended.then(() => {
    if (isStopping) return;
    logger.error({ log: path.join(dataDir, 'log') }, 'PostgreSQL ended unexpectedly');
    stop(1);
  });
  const role = { name: programRole };
  await prepareDatabase(postgres.connection, { role, hasEventLog: config.eventStoreUrl === undefined });
  return { ...postgres.connection, user: programRole };
}

async function main(): Promise<void> {
  const config = parseConfig(process.env);
  await makeFolder(config.dataDir).catch(({ message }: Error) => {
    throw new InvalidConfiguration(`DATA_DIR is no folder and cannot be made one: ${message}.`);
  });
  const logger = createLogger('info');
  const opened = new AsyncDisposableStack();
  const stopping = new AbortController();
  const stop = (code: number): void => {
    if (stopping.signal.aborted) process.exit(1);
    stopping.abort();
    // After a failure there are no requests to drain.
    const drainingMs = code === 0 ? config.drainSeconds * 1_000 : 0;
    setTimeout(() => process.exit(1), drainingMs + stopMsMax);
    wait(drainingMs)
      .then(() => opened.disposeAsync())
      .catch((error: unknown) => logger.error({ error: loggable(error) }, 'while stopping'))
      .finally(() => process.exit(code));
  };
  onStopSignal(() => stop(0));
  // The state may be inconsistent, and Node itself would print values that PostgreSQL quotes.
  process.on('uncaughtException', (error: unknown) => {
    logger.fatal({ error: loggable(error) }, 'uncaught');
    stop(1);
  });
  try {
    const url = await start(config, { logger, opened, stopping: stopping.signal, stop });
    process.stdout.write(`ready ${url}\n`);
    progressOutput(config)(`Open ${url} in a browser. Ctrl+C ends it.`);
  } catch (error) {
    // A stop during the start makes it fail on purpose.
    if (stopping.signal.aborted) return;
    const fault = programFault(error);
    logger.fatal({ error: loggable(error), advice: fault?.message }, 'the start failed');
    if (fault !== undefined) progressOutput(config)(asLines(fault.message));
    stop(error instanceof InvalidConfiguration ? error.exitCode : 1);
  }
}

await runToExitCode(() => main().then(() => 0));
