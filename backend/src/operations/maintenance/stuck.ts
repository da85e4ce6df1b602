import type { ReadModelState } from '@matgyo/contracts/endpoints/operations';
import { orderCode, type TradeId } from '@matgyo/contracts/ids';
import type { Position } from '@matgyo/event-store/event-log';
import { type Checkpoint, readCheckpoints } from '@matgyo/projections/checkpoint';
import { logPages } from '@matgyo/projections/log-pages';
import { readModelNamed } from '@matgyo/projections/read-models/all-read-models';
import { countEvents } from '@matgyo/projections/read-models/moments/moments';
import { previousSchema } from '@matgyo/projections/replay/swap';
import type { ReadModelName } from '@matgyo/projections/tables';
import { readStuckTrades } from '../../trading/trades/trade-process-store.ts';
import type { OperationsParts } from '../operations.ts';

const tradesMax = 100;
/** The sum over the minutes of years takes 0.1 s, and each admin's dashboard asks every five seconds. */
const countedForMs = 60_000;
const eventsOfAPage = 4_000;

/** `GET /admin/stuck`: everything that is stuck, and the state of every read model. */
export function listStuck(deps: OperationsParts) {
  const { db, pool, log } = deps;
  let counted = { events: 0, atMs: Number.NEGATIVE_INFINITY };
  return async () => {
    const stuck = await readStuckTrades(pool, { limit: tradesMax });
    const sellOrders = await sellOrdersOf(
      db,
      stuck.map(({ tradeId }) => tradeId),
    );
    const looked = await deps.lookAtReadModels();
    const previous = await readCheckpoints(
      pool,
      looked.map(({ name }) => previousSchema(name)),
    );
    const readModels = await Promise.all(
      looked.map(async ({ name, lagSeconds, checkpoint }) => ({
        name,
        version: checkpoint.version,
        lagSeconds,
        updatedAt: checkpoint.updatedAt,
        halted: await haltOf(deps, name, checkpoint),
        rollBackTo: earlierBuild(name, previous.get(previousSchema(name))),
      })),
    );
    const last = await log.lastEvent();
    if (performance.now() - counted.atMs > countedForMs)
      counted = { events: await countEvents(pool), atMs: performance.now() };
    return {
      trades: stuck.map((trade) => ({ ...trade, sellOrder: sellOrders.get(trade.tradeId) ?? null })),
      readModels,
      signing: { refused: deps.checkpoints.refusal() },
      codeBudgets: [...(await deps.codeBudget.alarms())],
      log: { events: counted.events, lastEventAt: last?.metadata.at ?? null },
    };
  };
}

/** The sell orders of trades, which name a trade to a person. */
async function sellOrdersOf(db: OperationsParts['db'], trades: readonly TradeId[]) {
  // SQL has no empty list.
  if (trades.length === 0) return new Map();
  const rows = await db
    .selectFrom('read_trades.trades as t')
    .innerJoin('read_orders.orders as o', 'o.order_id', 't.sell_order_id')
    .select(['t.trade_id', 'o.order_id', 'o.amount'])
    .where('t.trade_id', 'in', [...trades])
    .execute();
  return new Map(
    rows.map(({ trade_id, order_id, amount }) => [
      trade_id,
      { _id: order_id, orderCode: orderCode('sell', amount, order_id) },
    ]),
  );
}

/** The event at which it halted: the first one of its streams after its checkpoint. */
async function haltOf({ log }: OperationsParts, name: ReadModelName, { position, halted }: Checkpoint) {
  if (halted === null) return null;
  const filter = { streamPrefixes: readModelNamed(name)?.streams ?? [] };
  const { value } = await logPages(log, { after: position as Position, size: eventsOfAPage, filter }).next();
  const next = value?.[0];
  const event = next?.id === halted.eventId ? next : undefined;
  return {
    reason: halted.reason,
    since: halted.at,
    event: {
      id: halted.eventId,
      stream: event?.stream ?? null,
      revision: event?.revision ?? null,
      type: event?.type ?? null,
    },
  };
}

/** The build that served before, if this software can continue it. */
const earlierBuild = (name: ReadModelName, build: Checkpoint | undefined): ReadModelState['rollBackTo'] =>
  build === undefined || build.version !== readModelNamed(name)?.version
    ? null
    : { version: build.version, updatedAt: build.updatedAt };
