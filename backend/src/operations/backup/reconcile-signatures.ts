import type { TradeId } from '@matgyo/contracts/ids';
import { invariant } from '@matgyo/ledger/invariant';
import { loadTrade } from '../../trading/trades/find-trade.ts';
import { statedSignature } from '../../trading/trades/transaction-signatures.ts';
import type { Installation } from './installation.ts';

/**
 * After a restore: holds exactly the transactions that the trades of the log name. Between the end of the log and the
 * snapshot of the tables one may have been released, which would let a second trade use it, or claimed.
 */
export async function reconcileSignatures({ pool, log }: Installation): Promise<void> {
  const { rows } = await pool.query<{ signature: string; named_by: TradeId | null }>(differing);
  const signatures = rows.map(({ signature }) => signature);
  await pool.query('delete from app.transaction_signatures where signature = any ($1)', [signatures]);
  for (const { signature, named_by: tradeId } of rows) {
    if (tradeId === null) continue;
    const { events } = await loadTrade(log, tradeId);
    const mark = events.findLast(({ data }) => data['signature'] === signature);
    invariant(mark !== undefined, `trade ${tradeId} names its transaction`);
    const { text, values } = statedSignature(signature, tradeId, mark.metadata.commandId);
    await pool.query(text, [...values]);
  }
}

const differing = `select signature, named.trade_id as named_by
  from (select trade_id, mark ->> 'signature' as signature
    from read_trades.trades, json_array_elements(payment::json -> 'marks') mark
    where mark ->> 'signature' is not null) named
  full join app.transaction_signatures held using (signature)
  where named.trade_id is distinct from held.trade_id`;
