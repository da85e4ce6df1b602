import { expireOffer } from '@matgyo/ledger/trade/consent';
import { sql } from 'kysely';
import { forEachSequentially } from '../../platform/background.ts';
import { uuidV5 } from '../../platform/commands/event-ids.ts';
import { systemCommand } from '../../platform/commands/execute-on-stream.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import { executeOnTrade } from './execute-on-trade.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { driveTrade } from './trade-process.ts';

const tradesMax = 500;
const offersNamespace = 'c6f2cf7b-27f4-5f0e-9a53-5d3ad1c0a6b8';

/**
 * Rejects expired offers, which reopens both orders. The read model only lists candidates; the trade's events decide,
 * and concurrent backends create the same command.
 */
export async function expireOffers({ db, process }: Pick<TradeDependencies, 'db' | 'process'>) {
  const at = isoOf(process.ledger.timing.now());
  const over = await db
    .selectFrom('read_trades.trades')
    .select('trade_id')
    .where(sql<boolean>`offered_until <= ${at}::timestamptz`)
    .orderBy('offered_until')
    .limit(tradesMax)
    .execute();
  await forEachSequentially(over, async ({ trade_id: tradeId }) => {
    const commandId = uuidV5(offersNamespace, tradeId);
    const command = systemCommand('consent-time', { commandId, at });
    const { history } = await executeOnTrade(process.ledger, {
      tradeId,
      command,
      decide: (trade) => expireOffer(trade, at),
    });
    await driveTrade(process, command, tradeId, history);
  });
}
