import type { Registry } from 'prom-client';
import type { Foundations } from './app.ts';
import { keyedHash, keysFrom } from './identity/sessions/keys.ts';
import {
  countRefusedRows,
  measuredLog,
  measuredPasswords,
  measuredSms,
} from './operations/metrics/measured-parts.ts';
import { createDatabase } from './platform/database/database.ts';
import { createRateLimits } from './platform/http/rate-limits.ts';
import { openImageFiles } from './platform/images/image-files.ts';
import { createImageStore } from './platform/images/image-store.ts';
import { createRowCheck } from './proof/sealed-rows/row-check.ts';
import { createSealedRows } from './proof/sealed-rows/sealed-rows.ts';

/** What several capabilities use. */
export type Shared = Awaited<ReturnType<typeof createShared>>;

export async function createShared(foundations: Foundations, registry: Registry) {
  const { config, secret, pool, timing, visibility, logger } = foundations;
  const db = createDatabase(pool);
  const log = measuredLog(foundations.log, registry);
  const keys = keysFrom(secret);
  const imageFiles = await openImageFiles(config.dataDir);
  return {
    ...{
      config,
      pool,
      db,
      log,
      ledger: { log, timing },
      timing,
      visibility,
      logger,
      registry,
      keys,
      imageFiles,
    },
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
