import { randomUUID } from 'node:crypto';
import type { TradeId } from '@matgyo/contracts/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { ofTrade } from '../backend/src/platform/commands/ledger-streams.ts';
import { loadStream } from '../backend/src/platform/commands/stream-history.ts';
import type { TestServer } from './server.ts';

/** Records that the window for sending the won of a sell order's match has expired, before it has. */
export async function endWindow({ pool, log }: TestServer, sellId: string): Promise<void> {
  const trades = 'select trade_id from read_trades.trades where sell_order_id = $1';
  const tradeId = (await pool.query(trades, [sellId])).rows[0]?.trade_id as TradeId;
  const { stream, head, events } = await loadStream(log, ofTrade(tradeId));
  const data = { tradeId, step: 'payment-sent', minutes: 60 };
  const metadata = { ...(events.at(-1) as RecordedEvent).metadata, commandId: randomUUID() };
  await log.append(stream, head, [{ id: randomUUID(), type: 'WindowExpired', data, metadata }]);
}
