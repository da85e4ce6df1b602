import type { TradeId } from '@matgyo/contracts/ids';
import type { Level } from '@matgyo/contracts/levels';
import { partyOf, paymentSteps } from '@matgyo/contracts/payment-steps';
import { tradeStream } from '@matgyo/contracts/streams';
import { windowOf } from '@matgyo/ledger/levels/levels';
import { expireWindow } from '@matgyo/ledger/trade/payment-decisions';
import { tradeDecider } from '@matgyo/ledger/trade/trade';
import { sql } from 'kysely';
import { eachInTurn } from '../../platform/background.ts';
import { uuidV5 } from '../commands/event-ids.ts';
import { type Command, executeOnStream } from '../commands/execute-on-stream.ts';
import { isoOf } from '../commands/timing.ts';
import { windowMinutesOf } from '../levels/standing.ts';
import type { TradeDependencies } from './trade-dependencies.ts';
import { driveTrade, type TradeProcess } from './trade-process.ts';

const tradesMax = 500;
const stepsOfSellers = paymentSteps.flatMap((step, index) => (partyOf[step] === 'sell' ? [index] : []));
/** For the index on `window_from`. */
const shortestWindow = (levels: readonly Level[]): number =>
  Math.min(...levels.map((_level, index) => windowOf(levels, index + 1)));
const windows = '0b6f2a8e-5d0c-5c1b-8f5e-3f1e6d1a7c42';

type Dependencies = Pick<TradeDependencies, 'db' | 'process' | 'levels' | 'cancelsUnpaidTrades'>;

/**
 * Records expired payment windows in the trades' streams, which notifies both parties, and cancels unpaid trades if
 * so configured. The read model only lists candidates; the trade's events decide, and concurrent backends create the
 * same command.
 */
export async function expireWindows({
  db,
  process,
  levels,
  cancelsUnpaidTrades: cancelsUnpaid,
}: Dependencies): Promise<void> {
  const at = isoOf(process.ledger.timing.now());
  const { rows: over } = await sql<{ trade_id: TradeId; revision: number; minutes: number }>`
    select t.trade_id, t.revision, its.minutes
    from read_trades.trades t
      left join read_trades.standings s on s.member_id =
        case when jsonb_array_length(t.payment::jsonb -> 'marks') in (${sql.join(stepsOfSellers)}) then t.seller_id else t.buyer_id end
      cross join lateral (select ${windowMinutesOf(levels)} as minutes) its
    where t.window_from <= ${at}::timestamptz - make_interval(mins => ${shortestWindow(levels)}::int)
      and t.window_from <= ${at}::timestamptz - make_interval(mins => its.minutes)
    order by t.window_from
    limit ${tradesMax}`.execute(db);
  await eachInTurn(over, ({ trade_id: tradeId, revision, minutes }) => {
    const command = windowCommand(tradeId, revision, at);
    return noteWindowEnd(process, { tradeId, command, minutes, cancelsUnpaid }, at);
  });
}

interface WindowEnd {
  readonly tradeId: TradeId;
  readonly command: Command;
  readonly minutes: number;
  readonly cancelsUnpaid: boolean;
}

/** One append decides; a cancelled trade is then carried out on both orders. */
export async function noteWindowEnd(
  process: TradeProcess,
  { tradeId, command, ...end }: WindowEnd,
  at: string,
): Promise<void> {
  const { history } = await executeOnStream({
    ...{ ledger: process.ledger, stream: tradeStream(tradeId), decider: tradeDecider },
    command: { ...command, correlationId: tradeId },
    decide: (trade) => expireWindow(trade, { ...end, at }),
  });
  await driveTrade(process, command, tradeId, history);
}

function windowCommand(tradeId: TradeId, revision: number, at: string) {
  const commandId = uuidV5(windows, `${tradeId} ${revision}`);
  const ids = { commandId, correlationId: tradeId, causationId: commandId };
  return { ...ids, actorId: 'payment-windows', actorRole: 'system', at } as const;
}
