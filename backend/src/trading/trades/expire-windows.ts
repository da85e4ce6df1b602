import type { TradeId } from '@matgyo/contracts/ids';
import { expireWindow } from '@matgyo/ledger/trade/payment-decisions';
import { readPayment } from '@matgyo/projections/read-models/trades/payment';
import { forEachSequentially } from '../../platform/background.ts';
import { uuidV5 } from '../../platform/commands/event-ids.ts';
import { type Command, systemCommand } from '../../platform/commands/execute-on-stream.ts';
import { isoOf } from '../../platform/commands/timing.ts';
import { executeOnTrade } from './execute-on-trade.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { driveTrade, type TradeProcess } from './trade-process.ts';

const tradesMax = 500;
/** After a start, in which a party can still mark what it did while no backend ran. */
const markFirstMs = 600_000;
const windowsNamespace = '0b6f2a8e-5d0c-5c1b-8f5e-3f1e6d1a7c42';

type Dependencies = Pick<TradeDependencies, 'db' | 'process' | 'cancelsUnpaidTrades'>;

/**
 * Records expired payment windows in the trades' streams, which notifies both parties, and cancels unpaid trades if
 * so configured. The read model only lists candidates; the trade's events decide, and concurrent backends create the
 * same command.
 */
export async function expireWindows({ db, process, cancelsUnpaidTrades: cancelsUnpaid }: Dependencies) {
  const { timing } = process.ledger;
  if (timing.elapsed() < markFirstMs) return;
  const at = isoOf(timing.now());
  const over = await db
    .selectFrom('read_trades.trades')
    .select(['trade_id', 'revision', 'payment'])
    .select((row) => row.ref('window_minutes').$notNull().as('minutes'))
    .where('window_until', '<=', new Date(at))
    .orderBy('window_until')
    .limit(tradesMax)
    .execute();
  await forEachSequentially(over, ({ trade_id: tradeId, revision, payment, minutes }) => {
    const changes = readPayment(payment)?.changes;
    const commandId = uuidV5(windowsNamespace, `${tradeId} ${revision}`);
    const command = systemCommand('payment-windows', { commandId, at });
    return noteWindowEnd(process, { tradeId, command, minutes, changes, cancelsUnpaid }, at);
  });
}

interface WindowEnd {
  readonly tradeId: TradeId;
  readonly command: Command;
  readonly minutes: number;
  /** The payment that `minutes` were read for, by its number of changes: a later step has its own window. */
  readonly changes?: number | undefined;
  readonly cancelsUnpaid: boolean;
}

/** One append decides; a cancelled trade is then carried out on both orders. */
export async function noteWindowEnd(
  process: TradeProcess,
  { tradeId, command, changes, ...end }: WindowEnd,
  at: string,
): Promise<void> {
  const { history } = await executeOnTrade(process.ledger, {
    tradeId,
    command,
    decide: (trade) => {
      const isOther = trade.state === 'matched' && changes !== undefined && trade.payment.changes !== changes;
      return isOther ? [] : expireWindow(trade, { ...end, at });
    },
  });
  await driveTrade(process, command, tradeId, history);
}
