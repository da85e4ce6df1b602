import type { Registry } from 'prom-client';
import type { Database } from '../../platform/database/tables.ts';
import { auditLogLength } from '../../proof/audit/list-audit-log.ts';
import { newestCheckpoint } from '../../proof/checkpoints/checkpoint-store.ts';
import type { Checkpoints } from '../../proof/checkpoints/checkpoints.ts';
import { registerReadGauge } from './read-gauge.ts';

export interface ProofFigures {
  readonly db: Database;
  readonly checkpoints: Pick<Checkpoints, 'refusal'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Gauges that show whether the evidence (checkpoints, audit log) is up to date. */
export function registerProofGauges(registry: Registry, { db, checkpoints, now }: ProofFigures): void {
  registerReadGauge(registry, {
    name: 'signed_checkpoint_age_seconds',
    help: 'Age of the newest signed checkpoint; absent before the first',
    read: async () => {
      const newest = await newestCheckpoint(db);
      if (newest === undefined) return [];
      return [{ value: Math.max(0, (now() - Date.parse(newest.statement.madeAt)) / 1_000) }];
    },
  });
  registerReadGauge(registry, {
    name: 'checkpoint_witness_disagrees',
    help: '1: the file of checkpoints holds what the database does not, and nothing is signed',
    read: () => [{ value: checkpoints.refusal()?.why === 'witness-disagrees' ? 1 : 0 }],
  });
  registerReadGauge(registry, {
    name: 'checkpoint_signing_refused_since_seconds',
    help: 'Since when nothing is signed because the ledger does not continue what was signed (Unix time); absent otherwise',
    labelNames: ['why'],
    read: () => {
      const refusal = checkpoints.refusal();
      return refusal === null
        ? []
        : [{ labels: { why: refusal.why }, value: Date.parse(refusal.since) / 1_000 }];
    },
  });
  registerReadGauge(registry, {
    name: 'audit_log_entries',
    help: 'Entries of the audit log',
    read: async () => [{ value: await auditLogLength(db) }],
  });
}
