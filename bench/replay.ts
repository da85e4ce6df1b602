import { randomBytes, randomUUID } from 'node:crypto';
import { type EventLog, logStart, type NewEvent } from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { fees } from '@matgyo/projections/read-models/fees/fees';
import { rebuild } from '@matgyo/projections/replay/rebuild';
import { startProjections } from '@matgyo/projections/runner/start-projections';
import pg from 'pg';
import { concurrently, median } from './measure.ts';
import type { Figure } from './report.ts';

const rounds = 3;
const eventsOfALife = 14;

/** The fee read model rebuilt from the whole log, beside reading the same log and doing nothing with it. */
export async function benchReplay(connection: pg.ClientConfig, events: number): Promise<Figure> {
  const log = await createPostgresEventLog({ connection });
  const pool = new pg.Pool({ ...connection, max: 8 });
  // Without a listener a connection that breaks would end the process; whoever uses it is told anyway.
  pool.on('error', () => {});
  const ending = new AbortController();
  try {
    const lives = Math.ceil(events / eventsOfALife);
    await concurrently(16, Math.ceil(lives / 16), () => appendLife(log));
    const following = startProjections({ log, pool, signal: ending.signal, readModels: [fees] });
    await following.ready;
    const ours: number[] = [];
    const references: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(
        await rate(async (count) => {
          const outcome = await rebuild({ log, pool, model: fees, fresh: true, onProgress: count });
          if (outcome.kind !== 'swapped') throw new Error(`the rebuild ended ${outcome.kind}`);
        }),
      );
      references.push(await rate((count) => merelyRead(log, count)));
    }
    ending.abort();
    await following.finished;
    return {
      what: `replay of fees, ${(lives * eventsOfALife).toLocaleString('en-US')} events`,
      unit: 'events/s',
      ours: median(ours),
      reference: median(references),
      referenceWhat: 'reading the same events through the port',
    };
  } finally {
    ending.abort();
    await log.close();
    await pool.end();
  }
}

async function rate(work: (count: (events: number) => void) => Promise<void>): Promise<number> {
  let events = 0;
  const begun = performance.now();
  await work((passed) => {
    events += passed;
  });
  return events / ((performance.now() - begun) / 1000);
}

async function merelyRead(log: EventLog, count: (events: number) => void): Promise<void> {
  let after = logStart;
  for (;;) {
    const page = await log.readAll({ after, limit: 2_000 });
    const last = page.at(-1);
    if (last === undefined) return;
    count(page.length);
    after = last.position;
  }
}

const id = (): string => randomBytes(12).toString('hex');

/** The streams of two orders that met and were completed: 5 + 5 + 4 events. */
async function appendLife(log: EventLog): Promise<void> {
  const [sellOrderId, buyOrderId, tradeId, sellerId, buyerId] = [id(), id(), id(), id(), id()];
  const [amount, price, krw] = ['714.2857', '1400', '1000000'];
  const order = (orderId: string, side: string, memberId: string, counterOrderId: string, fee: object) => [
    event('OrderPlaced', { orderId, side, memberId, amount, krwAmount: krw, price, priceRevision: 0 }),
    event('OrderApproved', { orderId }),
    event('FillReserved', { orderId, tradeId, counterOrderId, amount }),
    event('FillSettled', { orderId, tradeId, amount, ...fee }),
    event('OrderCompleted', { orderId }),
  ];
  const terms = {
    ...{ tradeId, sellOrderId, buyOrderId, sellerId, buyerId },
    ...{ amount, price, krw, feeRate: '0.01', feeRule: 'cumulative-v1' },
  };
  const sellerReferralCode = 'MATGYO1';
  const fee = { fee: '7.1429', feeRate: '0.01' };
  await log.append(
    `order-${sellOrderId}`,
    'no-stream',
    order(sellOrderId, 'sell', sellerId, buyOrderId, fee),
  );
  await log.append(`order-${buyOrderId}`, 'no-stream', order(buyOrderId, 'buy', buyerId, sellOrderId, {}));
  await log.append(`trade-${tradeId}`, 'no-stream', [
    event('TradeProposed', terms),
    event('TradeMatched', { tradeId }),
    event('TradeCompleting', { tradeId, sellerReferralCode }),
    event('TradeCompleted', { ...terms, fee: fee.fee, sellerReferralCode }),
  ]);
}

function event(type: string, data: Readonly<Record<string, unknown>>): NewEvent {
  const commandId = randomUUID();
  return {
    id: randomUUID(),
    type,
    data,
    metadata: {
      commandId,
      correlationId: commandId,
      causationId: commandId,
      actorId: 'bench',
      actorRole: 'system',
      at: new Date().toISOString(),
      schemaVersion: 1,
    },
  };
}
