import type { TradeId } from '@matgyo/contracts/ids';
import { expireWindow } from '@matgyo/ledger/trade/payment-decisions';
import { sql } from 'kysely';
import { eachInTurn } from '../../platform/background.ts';
import { uuidV5 } from '../commands/event-ids.ts';
import { isoOf } from '../commands/timing.ts';
import { changePayment } from './change-payment.ts';
import type { TradeDependencies } from './trade-dependencies.ts';

const mostAtOnce = 500;
const windows = '0b6f2a8e-5d0c-5c1b-8f5e-3f1e6d1a7c42';

type Dependencies = Pick<TradeDependencies, 'db' | 'ledger' | 'paymentWindowMinutes'>;

/**
 * Notes in the trades' streams which windows have run out, so that both parties are notified, once. The read model only says
 * where to look; each trade's own events decide. Backends that do so at once make the same command of it.
 */
export async function expireWindows({
  db,
  ledger,
  paymentWindowMinutes: minutes,
}: Dependencies): Promise<void> {
  const nowMs = ledger.timing.now();
  const before = isoOf(nowMs - minutes * 60_000);
  const over = await db
    .selectFrom('read_trades.trades')
    .select(['trade_id', 'window_from', 'revision'])
    .where(sql<boolean>`window_from <= ${before}::timestamptz`)
    .orderBy('window_from')
    .limit(mostAtOnce)
    .execute();
  await eachInTurn(over, ({ trade_id, revision }) =>
    changePayment(ledger, {
      tradeId: trade_id,
      command: windowCommand(trade_id, revision, isoOf(nowMs)),
      decide: (trade) => expireWindow(trade, { minutes, at: isoOf(nowMs) }),
    }),
  );
}

function windowCommand(tradeId: TradeId, revision: number, at: string) {
  const commandId = uuidV5(windows, `${tradeId} ${revision}`);
  const ids = { commandId, correlationId: tradeId, causationId: commandId };
  return { ...ids, actorId: 'payment-windows', actorRole: 'system', at } as const;
}
