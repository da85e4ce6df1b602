import type pg from 'pg';
import type { Registry } from 'prom-client';
import { readStuckTrades } from '../../trading/trades/trade-process-manager.ts';
import { registerReadGauge } from './read-gauge.ts';
import type { LookAtReadModels, ReadModelState } from './read-model-states.ts';

export interface LedgerFigures {
  readonly pool: pg.Pool;
  readonly lookAtReadModels: LookAtReadModels;
}

/** Counting stops here; the figure then means "at least". */
const stuckCountedMax = 1_000;

/** Gauges read at a scrape: read models' lag, stuck trades, waiting work. */
export function registerLedgerGauges(registry: Registry, { pool, lookAtReadModels }: LedgerFigures): void {
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
