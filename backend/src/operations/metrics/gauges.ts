import type { Registry } from 'prom-client';
import type { CodeBudget } from '../../identity/one-time-codes/code-budget.ts';
import { auditHead, newestCheckpoint } from '../../proof/checkpoints/checkpoint-store.ts';
import type { Checkpoints } from '../../proof/checkpoints/checkpoints.ts';
import type { Shared } from '../../shared.ts';
import { readStuckTrades } from '../../trading/trades/trade-process-store.ts';
import { registerReadGauge } from './read-gauge.ts';
import type { LookAtReadModels, ReadModelState } from './read-model-states.ts';

interface Figures extends Pick<Shared, 'pool' | 'db'> {
  readonly lookAtReadModels: LookAtReadModels;
  readonly checkpoints: Pick<Checkpoints, 'refusal'>;
  readonly codeBudget: Pick<CodeBudget, 'spent'>;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Counting stops here; the figure then means "at least". */
const stuckCountedMax = 1_000;

/** Registers the gauges that are read at a scrape. */
export function registerGauges(registry: Registry, figures: Figures): void {
  registerProofGauges(registry, figures);
  registerCodeGauge(registry, figures.codeBudget);
  registerLedgerGauges(registry, figures);
}

/** Whether checkpoints and audit log are up to date. */
function registerProofGauges(registry: Registry, { db, checkpoints, now }: Figures): void {
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
    read: async () => [{ value: (await auditHead(db)).sequence }],
  });
}

/** How much of the day's text messages is spent. */
function registerCodeGauge(registry: Registry, codeBudget: Figures['codeBudget']): void {
  registerReadGauge(registry, {
    name: 'one_time_codes_sent_of_day',
    help: 'Part of the text messages of a day that is spent, by what they are for; 1: no more are sent',
    labelNames: ['kind'],
    read: async () =>
      (await codeBudget.spent()).map(({ kind, sent, most }) => ({
        labels: { kind },
        value: most === 0 ? 1 : sent / most,
      })),
  });
}

/** Read models' lag, stuck trades, waiting work. */
function registerLedgerGauges(registry: Registry, { pool, lookAtReadModels }: Figures): void {
  // First, so that it does not count the queries of the others.
  registerReadGauge(registry, {
    name: 'database_calls_waiting',
    help: 'Calls of this process that wait for a connection to Postgres',
    read: () => [{ value: pool.waitingCount }],
  });
  registerReadGauge(registry, {
    name: 'projection_lag_seconds',
    help: 'Age of the oldest event a read model does not show yet',
    labelNames: ['read_model'],
    read: async () => (await lookAtReadModels()).map(({ name, lagSeconds }) => of(name, lagSeconds)),
  });
  registerReadGauge(registry, {
    name: 'projection_halted',
    help: '1: the read model stands before an event it cannot apply',
    labelNames: ['read_model'],
    read: async () => (await lookAtReadModels()).map(({ name, halted }) => of(name, halted ? 1 : 0)),
  });
  registerReadGauge(registry, {
    name: 'trades_stuck',
    help: 'Matches that could not be finished within a minute',
    read: async () => [{ value: (await readStuckTrades(pool, { limit: stuckCountedMax })).length }],
  });
}

const of = (name: ReadModelState['name'], value: number) => ({ labels: { read_model: name }, value });
