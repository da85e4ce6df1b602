import { krwRangeIds, krwRangeOf } from '@matgyo/contracts/krw-ranges';
import { expect, test } from 'vitest';
import { testAll } from '../../../test/test-all.ts';
import { asOfPointOfCheckpoint, inSnapshot } from '../reports/snapshot.ts';
import { sumsOfLines, trialBalance } from '../reports/trial-balance.ts';
import { projectLog } from '../testing/project-log.ts';
import { randomHistory } from '../testing/random-history.ts';
import { createReadModelDatabase } from '../testing/read-model-database.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';

test.each(testAll ? [41, 42] : [41])(
  'stored counts and sums equal those over the rows, at every position (%i)',
  async (seed) => {
    const log = new UncheckedLog();
    await randomHistory(seed, 900).writeTo(log);
    const database = await createReadModelDatabase();
    try {
      for (let end = 300; end - 300 < log.events.length; end += 300) {
        await projectLog(database, log.events.slice(0, end), { size: 7 });
        const rows = await database.rows<{
          side: string;
          krw: string;
          pending: boolean;
          open: boolean;
          busy: boolean;
        }>(
          `select side, krw_amount::text as krw, phase = 'pending' as pending, phase = 'open' and open > 0 as open,
           reserved > 0 as busy from read_orders.orders`,
        );
        const counted = new Map<string, number>();
        for (const { side, krw, pending, open, busy } of rows)
          for (const [queue, isIn] of Object.entries({ pending, open, 'in progress': busy })) {
            const range = (krwRangeIds as readonly unknown[]).indexOf(krwRangeOf(krw as never)) + 1;
            const key = `${side} ${queue} ${range}`;
            if (isIn) counted.set(key, (counted.get(key) ?? 0) + 1);
          }
        const kept = await database.rows<{ key: string; orders: number }>(
          'select key, orders from read_orders.queues where orders <> 0',
        );
        expect(new Map(kept.map(({ key, orders }) => [key, orders]))).toEqual(counted);

        const sources = { pool: database.pool, log };
        const balance = await trialBalance(sources);
        const lines = await inSnapshot(database.pool, 'journal', (client, checkpoint) =>
          sumsOfLines({
            client,
            schema: 'read_journal',
            asOfPoint: asOfPointOfCheckpoint(checkpoint),
            endsThere: true,
            version: 4,
            build: '',
          }),
        );
        expect(balance.balanced).toBe(true);
        for (const { account, currency, amount } of lines)
          expect(balance.accounts).toContainEqual({ account, currency, amount });
        expect(await trialBalance({ ...sources }, { asOf: balance.lastEvent ?? '' })).toEqual(balance);
      }
    } finally {
      await database.drop();
    }
  },
);
