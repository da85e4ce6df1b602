import type { LedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { MemberId, OrderId } from '@matgyo/contracts/ids';
import type { Krw, Price, Usdt } from '@matgyo/contracts/money';
import { DryRunLevels } from '@matgyo/ledger/levels/dry-run-levels';
import { LoggedEvent } from '@matgyo/projections/logged-event';
import { projectLog } from '@matgyo/projections/testing/project-log';
import { randomHistory } from '@matgyo/projections/testing/random-history';
import { createReadModelDatabase } from '@matgyo/projections/testing/read-model-database';
import { UncheckedLog } from '@matgyo/projections/testing/unchecked-log';
import { expect, test } from 'vitest';
import { createDatabase } from '../../platform/database/database.ts';
import { openKrw, standingOf } from './standing.ts';

const levels = [
  { trades: 0, openKrw: '1000000' as Krw },
  { trades: 1, openKrw: '2000000' as Krw },
  { trades: 3, casesLostMost: 0, openKrw: '3000000' as Krw },
];

test.each([1, 2, 3])(
  'SQL and the dry run count the same open won and level of each member, history %i',
  async (seed) => {
    const database = await createReadModelDatabase();
    try {
      const log = new UncheckedLog();
      const history = randomHistory(seed, 600);
      await history.writeTo(log);
      await projectLog(database, log.events);
      const dryRun = new DryRunLevels(levels);
      for (const event of log.events) dryRun.take(new LoggedEvent(event).ledgerEvent);
      const db = createDatabase(database.pool);
      const seen = { open: 0, higher: 0 };
      for (const [index, memberId] of history.members.entries()) {
        const placed = dryRun.take(probe(`${index}`.padStart(24, '0') as OrderId, memberId));
        const { level } = await standingOf(db, levels, memberId);
        const open = await openKrw(db, memberId);
        expect(placed).toMatchObject({ openKrw: open, level, limitKrw: levels[level - 1]?.openKrw });
        if (open !== '0') seen.open += 1;
        if (level > 1) seen.higher += 1;
      }
      expect(seen.open).toBeGreaterThan(2);
      expect(seen.higher).toBeGreaterThan(2);
    } finally {
      await database.drop();
    }
  },
);

test('the usual time is that of the latest 1,000 trades', async () => {
  const database = await createReadModelDatabase();
  try {
    const log = new UncheckedLog();
    await randomHistory(1, 600).writeTo(log);
    await projectLog(database, log.events);
    const memberId = 'b'.repeat(24) as MemberId;
    await database.rows(
      `insert into read_trades.trades
       select copy.* from read_trades.trades t, generate_series(1, 2001) n,
         jsonb_populate_record(t, jsonb_build_object('trade_id', lpad(n::text, 24, '0'), 'buyer_id', $1::text,
           'matched_at', t.matched_at + n * interval '1 minute',
           'pay_minutes', case when n <= 1001 then 50 else 5 end)) copy
       where t.trade_id = (select trade_id from read_trades.trades where matched_at is not null limit 1)`,
      [memberId],
    );
    const { payMinutes } = await standingOf(createDatabase(database.pool), levels, memberId);
    expect(payMinutes).toBe(5);
  } finally {
    await database.drop();
  }
});

/** An order that only reveals the state before it. */
const probe = (orderId: OrderId, memberId: MemberId): LedgerEvent => ({
  type: 'OrderPlaced',
  data: {
    orderId,
    memberId,
    side: 'sell',
    priceRevision: 0,
    amount: '1.0000' as Usdt,
    krwAmount: '1400' as Krw,
    price: '1400' as Price,
  },
});
