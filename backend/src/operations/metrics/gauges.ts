import { clockAheadSeconds } from '../../platform/clock.ts';
import { auditHead, newestCheckpoint } from '../../proof/checkpoints/checkpoint-store.ts';
import { readStuckTrades } from '../../trading/trades/trade-process-store.ts';
import type { OperationsParts } from '../operations.ts';
import { registerReadGauges } from './read-gauge.ts';
import type { ReadModelState } from './read-model-states.ts';

/** Counting stops here; the figure then means "at least". */
const stuckCountedMax = 1_000;

export function registerGauges(parts: OperationsParts): void {
  const { registry, pool, db, lookAtReadModels, checkpoints, codeBudget, realtime, now } = parts;
  const ofReadModels = async (figureOf: (state: ReadModelState) => number) =>
    Object.fromEntries((await lookAtReadModels()).map((state) => [state.name, figureOf(state)]));
  registerReadGauges(registry, {
    // First, so that it does not count the queries of the others.
    database_calls_waiting: {
      help: 'Calls of this process that wait for a connection to Postgres',
      read: () => pool.waitingCount,
    },
    clock_ahead_of_database_seconds: {
      help: 'By how much this machine’s clock is ahead of the database’s; negative: behind',
      read: () => clockAheadSeconds(db, now),
    },
    signed_checkpoint_age_seconds: {
      help: 'Age of the newest signed checkpoint; absent before the first',
      async read() {
        const newest = await newestCheckpoint(db);
        return newest && Math.max(0, (now() - Date.parse(newest.statement.madeAt)) / 1_000);
      },
    },
    checkpoint_witness_disagrees: {
      help: '1: the file of checkpoints holds what the database does not, and nothing is signed',
      read: () => (checkpoints.refusal()?.why === 'witness-disagrees' ? 1 : 0),
    },
    checkpoint_signing_refused_since_seconds: {
      help: 'Since when nothing is signed because the ledger does not continue what was signed (Unix time); absent otherwise',
      label: 'why',
      read() {
        const refusal = checkpoints.refusal();
        return refusal === null ? {} : { [refusal.why]: Date.parse(refusal.since) / 1_000 };
      },
    },
    audit_log_entries: { help: 'Entries of the audit log', read: async () => (await auditHead(db)).sequence },
    one_time_codes_sent_of_day: {
      help: 'Part of the text messages of a day that is spent, by what they are for; 1: no more are sent',
      label: 'kind',
      async read() {
        const spent = await codeBudget.spent();
        return Object.fromEntries(spent.map(({ kind, sent, most }) => [kind, most === 0 ? 1 : sent / most]));
      },
    },
    projection_lag_seconds: {
      help: 'Age of the oldest event a read model does not show yet',
      label: 'read_model',
      read: () => ofReadModels(({ lagSeconds }) => lagSeconds),
    },
    projection_halted: {
      help: '1: the read model stands before an event it cannot apply',
      label: 'read_model',
      read: () => ofReadModels(({ halted }) => (halted ? 1 : 0)),
    },
    trades_stuck: {
      help: 'Matches that could not be finished within a minute',
      read: async () => (await readStuckTrades(pool, { limit: stuckCountedMax })).length,
    },
    sockets_open: {
      help: 'Open sockets of this process, by kind of client',
      label: 'of',
      read: () => realtime.figures().open,
    },
    sockets_waiting: {
      help: 'Connections of this process that have not authenticated yet',
      read: () => realtime.figures().waiting,
    },
    sockets_queued_bytes: {
      help: 'Bytes that wait to be sent to sockets',
      read: () => realtime.figures().queuedBytes,
    },
    sockets_cut: {
      help: 'Connections cut since the start, because they did not read or sent too much',
      label: 'why',
      read: () => realtime.figures().cut,
    },
  });
}
