import type { EventLog } from '@matgyo/event-store/event-log';
import type { Visibility } from '@matgyo/projections/visibility/visibility';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config } from './config.ts';
import type { Passwords } from './identity/passwords/passwords.ts';
import {
  countRefusedRows,
  measuredLog,
  measuredPasswords,
  measuredSms,
} from './operations/metrics/measured-parts.ts';
import type { Ledger } from './platform/commands/execute-on-stream.ts';
import type { Timing } from './platform/commands/timing.ts';
import { createDatabase } from './platform/database/database.ts';
import { createRateLimits } from './platform/http/rate-limits.ts';
import { openImageFiles } from './platform/images/image-files.ts';
import { createImageStore } from './platform/images/image-store.ts';
import { keyedHash, keysFrom } from './platform/keys.ts';
import type { SmsSender } from './platform/sms/sms-sender.ts';
import { createRowCheck } from './proof/sealed-rows/row-check.ts';
import { createSealedRows } from './proof/sealed-rows/sealed-rows.ts';

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

/** What several capabilities use. */
export type Shared = Awaited<ReturnType<typeof createShared>>;

export async function createShared(foundations: Foundations, registry: Registry) {
  const { config, secret, pool, timing, visibility, logger } = foundations;
  const db = createDatabase(pool);
  const log = measuredLog(foundations.log, registry);
  const keys = keysFrom(secret);
  const ledger: Ledger = { log, timing, eventIdSalt: keyedHash(keys.eventIds) };
  const imageFiles = await openImageFiles(config.dataDir);
  return {
    config,
    pool,
    db,
    log,
    ledger,
    timing,
    /** Milliseconds since 1970. */
    now: timing.now,
    visibility,
    logger,
    registry,
    keys,
    imageFiles,
    limits: createRateLimits({
      ...config,
      pool,
      hashed: (...parts) => keyedHash(keys.lookup, 'limit', ...parts),
    }),
    sealedRows: createSealedRows(secret),
    rowCheck: createRowCheck({ secret, logger, refused: countRefusedRows(registry) }),
    images: createImageStore(db, imageFiles),
    passwords: measuredPasswords(foundations.passwords, registry),
    sms: measuredSms(foundations.sms, registry),
  };
}
