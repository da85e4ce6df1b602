import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { EventLog } from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { heads } from '@matgyo/projections/read-models/heads/heads';
import { History } from '@matgyo/projections/testing/history';
import { verifyAuditLog } from '@matgyo/projections/verify/check-audit-log';
import { CheckpointCheck } from '@matgyo/projections/verify/check-checkpoints';
import { verifyRooms } from '@matgyo/projections/verify/check-rooms';
import { loadCheckpoints } from '@matgyo/projections/verify/signed-checkpoints';
import { verifyLog } from '@matgyo/projections/verify/verify-log';
import type pg from 'pg';
import { createTestDatabase } from '../../../../test/database.ts';
import { rebuildReadModels } from '../../../../test/rebuild-read-models.ts';
import { untouchedApplication } from '../../../../test/untouched-application.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { createPool } from '../../platform/database/pool.ts';
import type { Database } from '../../platform/database/tables.ts';
import { type Checkpoints, createCheckpoints } from './checkpoints.ts';
import { openSigningKey } from './signing-key.ts';

/** A ledger with its heads and a signer, without a server. */
export interface SignedLedger {
  readonly pool: pg.Pool;
  readonly db: Database;
  readonly log: EventLog;
  readonly dataDir: string;
  readonly history: History;
  readonly checkpoints: Checkpoints;
  /** The keys of others that signers have met. */
  readonly otherKeys: readonly string[];
  /** Advances the signer's clock. */
  passHours(hours: number): void;
  /** A signer of another process on the same ledger, with the key in the folder at that time. */
  anotherSigner(folder?: string): Promise<Checkpoints>;
  /** Appends the events of the history, and updates the read model that the signer reads. */
  write(): Promise<void>;
  /** The findings of `npm run verify` in log, checkpoints and audit log, as texts. */
  verify(): Promise<{ readonly found: readonly string[]; readonly notes: readonly string[] }>;
  close(): Promise<void>;
}

export async function openSignedLedger(
  openLog?: (connection: pg.ClientConfig) => Promise<EventLog>,
): Promise<SignedLedger> {
  const database = await createTestDatabase(untouchedApplication);
  const dataDir = await mkdtemp(path.join(tmpdir(), 'signed-'));
  const pool = createPool({ ...database.connection }, () => undefined);
  const log = await (openLog ?? ((connection) => createPostgresEventLog({ connection })))(
    database.connection,
  );
  const db = createDatabase(pool);
  const history = new History();
  const otherKeys: string[] = [];
  let nowMs = Date.parse('2026-02-01T00:00:00.000Z');
  const anotherSigner = async (folder = dataDir) =>
    createCheckpoints({
      db,
      pool,
      log,
      dataDir: folder,
      signingKey: await openSigningKey(folder),
      visibility: { waitUntilVisible: async () => true },
      now: () => nowMs,
      onProgress: () => undefined,
      onOtherKey: ({ keyId }) => otherKeys.push(keyId),
      onFailure: (error) => {
        throw error;
      },
    });
  return {
    pool,
    db,
    log,
    dataDir,
    history,
    otherKeys,
    anotherSigner,
    checkpoints: await anotherSigner(),
    passHours: (hours) => {
      nowMs += hours * 3_600_000;
    },
    async write() {
      await history.writeTo(log);
      await rebuildReadModels(log, pool, [heads]);
    },
    async verify() {
      const signed = await loadCheckpoints(pool, dataDir);
      const { findings } = await verifyLog({ log, checkpoints: new CheckpointCheck(signed) });
      findings.add(signed.findings);
      findings.add((await verifyAuditLog(pool, signed.statements)).findings);
      findings.add((await verifyRooms(pool, signed)).findings);
      return { found: findings.named.map(({ check, what }) => `${check}: ${what}`), notes: signed.notes };
    },
    async close() {
      await log.close();
      await pool.end();
      await database.drop();
      await rm(dataDir, { recursive: true });
    },
  };
}
