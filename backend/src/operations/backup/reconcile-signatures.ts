import type { TradeId } from '@matgyo/contracts/ids';
import { tradeStream } from '@matgyo/contracts/streams';
import { logStart, type RecordedEvent } from '@matgyo/event-store/event-log';
import { logPages } from '@matgyo/projections/log-pages';
import { movesTransaction } from '../../trading/trades/transaction-signatures.ts';
import type { Installation } from './installation.ts';

const pageSize = 1_000;

/**
 * After a restore: holds exactly the transactions that the trades of the log name, each with its mark's command. Between
 * the end of the log and the snapshot of the tables one may have been released, which would let a second trade use it,
 * or claimed.
 */
export async function reconcileSignatures({ pool, log }: Installation, signal: AbortSignal): Promise<void> {
  const last = new Map<string, RecordedEvent>();
  const filter = { streamPrefixes: [tradeStream('' as TradeId)] };
  for await (const page of logPages(log, { after: logStart, size: pageSize, filter, signal }))
    for (const event of page.filter(movesTransaction)) last.set(event.stream, event);
  const marks = [...last.values()].filter(({ data }) => data['signature'] !== undefined);
  await pool.query('truncate app.transaction_signatures');
  // A log in which two trades name one transaction can be restored too; verify reports them.
  await pool.query(
    `insert into app.transaction_signatures (trade_id, signature, command_id)
     select * from unnest($1::text[], $2::text[], $3::uuid[]) on conflict do nothing`,
    [
      marks.map(({ data }) => data['tradeId']),
      marks.map(({ data }) => data['signature']),
      marks.map(({ metadata }) => metadata.commandId),
    ],
  );
}
