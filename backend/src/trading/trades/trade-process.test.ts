import type { EventLog } from '@matgyo/event-store/event-log';
import { EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { describe, expect, test } from 'vitest';
import { openPair, tradeId } from './ledger-market.fixture.ts';
import { fieldsOf } from './log-fields.fixture.ts';
import { driveTrade } from './trade-process.ts';

/** Accepts `left` appends and then none, as if the writer had crashed. */
function crashingAfter(appends: { left: number; lastArrives: boolean }) {
  return (log: EventLog): EventLog => ({
    ...fieldsOf(log),
    append: async (stream, ...rest) => {
      appends.left -= 1;
      if (appends.left < 0) throw new EventLogUnavailable('none');
      const appended = await log.append(stream, ...rest);
      if (appends.left === 0 && !appends.lastArrives) throw new EventLogUnavailable('unknown');
      return appended;
    },
  });
}

const manager = { actorId: 'process-manager', actorRole: 'system' } as const;
const crashPoints = [0, 1, 2, 3, 4].flatMap((left) => [
  { left, lastArrives: true },
  { left, lastArrives: false },
]);

/** A market whose writer crashes after so many appends, and a process manager that does not. */
async function crashingMarket() {
  const appends = { left: Number.POSITIVE_INFINITY, lastArrives: true };
  const market = await openPair({ through: crashingAfter(appends) });
  const restart = () => Object.assign(appends, { left: Number.POSITIVE_INFINITY, lastArrives: true });
  return {
    ...market,
    dieAt: (point: typeof appends) => Object.assign(appends, point),
    recover: async () => {
      restart();
      return (await driveTrade(market.process, manager, tradeId(1))).state.state;
    },
    restart,
    quantities: async () => ({
      sell: await market.order(market.pair.sellOrderId),
      buy: await market.order(market.pair.buyOrderId),
    }),
  };
}

describe('a match interrupted at any step is finished by another process', () => {
  test.each(crashPoints)(
    'matching: after $left appends, the last one acknowledged: $lastArrives',
    async (point) => {
      const market = await crashingMarket();
      market.dieAt(point);
      await market.match(1, market.pair).catch(() => undefined);
      const state = await market.recover();
      // Either nothing was proposed, or everything was done.
      const proposed = point.left > 0;
      expect(state).toBe(proposed ? 'matched' : 'none');
      const reserved = proposed ? '5.0000' : '0.0000';
      expect(await market.quantities()).toMatchObject({ sell: { reserved }, buy: { reserved } });
    },
  );

  test.each(crashPoints)(
    'completing: after $left appends, the last one acknowledged: $lastArrives',
    async (point) => {
      const market = await crashingMarket();
      await market.match(1, market.pair);
      market.dieAt(point);
      await market.complete('complete', { trade: market.pair }).catch(() => undefined);
      const state = await market.recover();
      const decided = point.left > 0;
      expect(state).toBe(decided ? 'completed' : 'matched');
      const after = decided
        ? { settled: '5.0000', reserved: '0.0000' }
        : { settled: '0.0000', reserved: '5.0000' };
      expect(await market.quantities()).toMatchObject({ sell: after, buy: after });
    },
  );

  test.each(crashPoints)(
    'cancelling: after $left appends, the last one acknowledged: $lastArrives',
    async (point) => {
      const market = await crashingMarket();
      await market.match(1, market.pair);
      market.dieAt(point);
      await market.cancel('cancel', { trade: market.pair }).catch(() => undefined);
      const state = await market.recover();
      const decided = point.left > 0;
      expect(state).toBe(decided ? 'cancelled' : 'matched');
      const reserved = decided ? '0.0000' : '5.0000';
      expect(await market.quantities()).toMatchObject({ sell: { reserved }, buy: { reserved } });
    },
  );

  test.each(crashPoints)(
    'rejecting: after $left appends, the last one acknowledged: $lastArrives',
    async (point) => {
      const market = await crashingMarket();
      // The buy order is cancelled after the proposal and before its reservation.
      market.dieAt({ left: 1, lastArrives: true });
      await market.match(1, market.pair).catch(() => undefined);
      await market.withdraw(market.pair.buyOrderId);
      market.dieAt(point);
      await driveTrade(market.process, manager, tradeId(1)).catch(() => undefined);
      expect(await market.recover()).toBe('rejected');
      expect(await market.quantities()).toMatchObject({
        sell: { open: '10.0000', reserved: '0.0000' },
        buy: { withdrawn: '5.0000', reserved: '0.0000' },
      });
    },
  );

  test.each(crashPoints)('repeating the call: after $left appends, $lastArrives', async (point) => {
    const market = await crashingMarket();
    market.dieAt(point);
    await market.match(1, market.pair).catch(() => undefined);
    market.restart();
    expect(await market.match(1, market.pair)).toMatchObject({ state: 'matched' });
    expect((await market.quantities()).sell.reserved).toBe('5.0000');
  });
});

describe('a trade at rest', () => {
  test.each(['matched', 'completed', 'cancelled'] as const)(
    '%s: driving it again appends nothing',
    async (state) => {
      const market = await openPair();
      await market.match(1, market.pair);
      if (state === 'completed') await market.complete('finish', { trade: market.pair });
      if (state === 'cancelled') await market.cancel('finish', { trade: market.pair });
      const events = market.log.events.length;
      const result = await driveTrade(market.process, manager, tradeId(1));
      expect(result.state.state).toBe(state);
      expect(market.log.events).toHaveLength(events);
    },
  );
});

test('steps finished by the process manager are the system’s, for the original command', async () => {
  const market = await crashingMarket();
  market.dieAt({ left: 2, lastArrives: true });
  await market.match(1, market.pair).catch(() => undefined);
  await market.recover();
  const [began, finished] = [market.log.events.at(-3), market.log.events.at(-1)];
  expect(began?.metadata).toMatchObject({ actorRole: 'admin' });
  expect(finished?.metadata).toMatchObject({
    actorId: 'process-manager',
    actorRole: 'system',
    commandId: began?.metadata.commandId,
  });
});
