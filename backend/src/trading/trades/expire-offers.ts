import type { TradeId } from '@matgyo/contracts/ids';
import { tradeStream } from '@matgyo/contracts/streams';
import { expireOffer } from '@matgyo/ledger/trade/consent';
import { tradeDecider } from '@matgyo/ledger/trade/trade';
import { sql } from 'kysely';
import { forEachSequentially } from '../../platform/background.ts';
import { uuidV5 } from '../commands/event-ids.ts';
import { executeOnStream } from '../commands/execute-on-stream.ts';
import { isoOf } from '../commands/timing.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { driveTrade } from './trade-process.ts';

const tradesMax = 500;
const offersNamespace = 'c6f2cf7b-27f4-5f0e-9a53-5d3ad1c0a6b8';

/**
 * Rejects expired offers, which reopens both orders. The read model only lists candidates; the trade's events decide,
 * and concurrent backends create the same command.
 */
export async function expireOffers({
  db,
  process,
}: Pick<TradeDependencies, 'db' | 'process'>): Promise<void> {
  const at = isoOf(process.ledger.timing.now());
  const over = await db
    .selectFrom('read_trades.trades')
    .select('trade_id')
    .where(sql<boolean>`offered_until <= ${at}::timestamptz`)
    .orderBy('offered_until')
    .limit(tradesMax)
    .execute();
  await forEachSequentially(over, async ({ trade_id: tradeId }) => {
    const command = offerCommand(tradeId, at);
    const { history } = await executeOnStream({
      ledger: process.ledger,
      stream: tradeStream(tradeId),
      decider: tradeDecider,
      command,
      decide: (trade) => expireOffer(trade, at),
    });
    await driveTrade(process, command, tradeId, history);
  });
}

function offerCommand(tradeId: TradeId, at: string) {
  const commandId = uuidV5(offersNamespace, tradeId);
  const ids = { commandId, correlationId: tradeId, causationId: commandId };
  return { ...ids, actorId: 'consent-time', actorRole: 'system', at } as const;
}
