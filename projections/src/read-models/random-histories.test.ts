import type { MemberId } from '@matgyo/contracts/ids';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { Oracle } from '@matgyo/ledger/oracle/oracle';
import { unitsOf } from '@matgyo/ledger/oracle/units';
import { type Trade, tradeDecider } from '@matgyo/ledger/trade/trade';
import { turnIn } from '@matgyo/ledger/trade/turn';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testAll } from '../../../test/test-all.ts';
import { liveSchema } from '../checkpoint.ts';
import { LoggedEvent } from '../logged-event.ts';
import { differences } from '../replay/fingerprints.ts';
import { daysOracle } from '../testing/days-oracle.ts';
import { projectLog } from '../testing/project-log.ts';
import { randomHistory, seededRandom } from '../testing/random-history.ts';
import { createReadModelDatabase, type ReadModelDatabase } from '../testing/read-model-database.ts';
import { standingsOracle } from '../testing/standings-oracle.ts';
import { UncheckedLog } from '../testing/unchecked-log.ts';
import { allReadModels } from './all-read-models.ts';

const seeds = testAll ? Array.from({ length: 200 }, (_, seed) => seed + 1) : [1, 2];
const actions = 600;

let database: ReadModelDatabase;
beforeEach(async () => {
  database = await createReadModelDatabase();
});
afterEach(() => database.drop());

const signedUnits = (text: string) => (text.startsWith('-') ? -unitsOf(text.slice(1)) : unitsOf(text));

async function logOf(seed: number): Promise<readonly RecordedEvent[]> {
  const log = new UncheckedLog();
  await randomHistory(seed, actions).writeTo(log);
  return log.events;
}

/** Whose turn it is in each trade, by the state that decides what may follow. */
function turnsIn(events: readonly RecordedEvent[]) {
  const states = new Map<string, Trade>();
  for (const recorded of events) {
    const event = new LoggedEvent(recorded).ledgerEvent;
    if (!tradeDecider.owns(event)) continue;
    const before = states.get(event.data.tradeId) ?? tradeDecider.initial;
    states.set(event.data.tradeId, tradeDecider.evolve(before, event, recorded.metadata.at));
  }
  return [...states]
    .map(([trade_id, trade]) => ({ trade_id, turn: turnIn(trade) }))
    .toSorted((a, b) => (a.trade_id < b.trade_id ? -1 : 1));
}

/** In all histories: some have none. */
let reversals = 0;

describe.each(seeds)('history %i', (seed) => {
  test("gives the oracle's rows, and a journal that balances at every position", async () => {
    const events = await logOf(seed);
    const oracle = new Oracle();
    for (const event of events) oracle.enter(event, new LoggedEvent(event).ledgerEvent);
    await projectLog(database, events);
    const named = (type: string, field: string) =>
      events.filter((event) => event.type === type).map(({ data }) => String(data[field]));

    const orders = await database.rows<Record<string, string>>(
      'select order_id, phase, amount, open, reserved, settled, withdrawn, fee as fees from read_orders.orders',
    );
    expect(orders.map(({ order_id }) => order_id).sort()).toEqual(named('OrderPlaced', 'orderId').sort());
    for (const { order_id = '', phase, ...row } of orders) {
      const figures = Object.entries(row).map(([name, value]) => [name, unitsOf(value)]);
      expect(oracle.order(order_id)).toMatchObject({ phase, ...Object.fromEntries(figures) });
    }

    const trades = await database.rows<Record<string, string | null>>(
      'select trade_id, status, fee from read_trades.trades',
    );
    expect(
      await database.rows(
        'select member_id, trades, overdue, cases_lost from read_trades.standings order by member_id',
      ),
    ).toEqual(standingsOracle(events));

    const feeOf = new Map(
      events
        .filter(({ type }) => type === 'TradeCompleted')
        .map(({ data }) => [data['tradeId'], data['fee']]),
    );
    expect(trades.map(({ trade_id }) => trade_id).sort()).toEqual(named('TradeProposed', 'tradeId').sort());
    for (const { trade_id, status, fee } of trades)
      expect({ status, fee }).toEqual({
        status: oracle.trade(trade_id ?? ''),
        fee: feeOf.get(trade_id) ?? null,
      });

    expect(await database.rows('select trade_id, turn from read_trades.trades order by trade_id')).toEqual(
      turnsIn(events),
    );

    reversals += named('TradeReversed', 'tradeId').length;
    const completed = events.filter(({ type }) => type === 'TradeCompleted' || type === 'TradeReversed');
    expect(completed.length).toBeGreaterThan(5);
    const fees = await database.rows<{ event_id: string }>(
      'select event_id from read_fees.fees order by position',
    );
    expect(fees.map(({ event_id }) => event_id)).toEqual(completed.map(({ id }) => id));

    const accounts = await database.rows<Record<string, string | boolean | null>>(
      'select * from read_accounts.accounts',
    );
    expect(accounts.map(({ member_id }) => member_id).sort()).toEqual(
      named('MemberRegistered', 'memberId').sort(),
    );
    for (const { member_id, status, admin, manager, referral_code: code } of accounts) {
      const roleNames = [...(admin ? ['admin'] : []), ...(manager ? ['manager'] : [])];
      const member = oracle.member(member_id as MemberId);
      expect({ ...member, roles: [...(member?.roles ?? [])].sort() }).toMatchObject({
        active: status === 'active',
        roles: roleNames,
        code,
      });
    }

    const days = await database.rows<Record<string, string>>('select * from read_stats.days');
    expect(
      new Map(
        days.map(({ day, users, trades: completedOnes, sales = '', fees: taken = '', krw = '' }) => [
          day,
          {
            users,
            trades: completedOnes,
            sales: signedUnits(sales),
            fees: signedUnits(taken),
            won: BigInt(krw),
          },
        ]),
      ),
    ).toEqual(daysOracle(events));

    const unbalanced = await database.rows(
      `select position from (select position, line, sum(amount) over (partition by currency order by position) as total
         from read_journal.lines) l where total <> 0`,
    );
    expect(unbalanced).toEqual([]);
    const [trail] = await database.rows<{ wrong: number; entries: number }>(
      `select count(*) filter (where o.amount <> e.open + e.reserved + e.settled + e.withdrawn)::int as wrong,
         count(*)::int as entries from read_trail.entries e join read_orders.orders o using (order_id)`,
    );
    const inTrails = events.map(({ stream }) =>
      stream.startsWith('trade-') ? 2 : Number(stream.startsWith('order-')),
    );
    expect(trail).toEqual({ wrong: 0, entries: inTrails.reduce((sum, entries) => sum + entries, 0) });
  });

  test('gives the same rows for any batches, from empty or from an earlier checkpoint (8)', async () => {
    const events = await logOf(seed);
    const other = await createReadModelDatabase();
    try {
      await projectLog(database, events, { size: events.length });
      const random = seededRandom(seed);
      for (const model of allReadModels) {
        for (let start = 0; start < events.length; ) {
          const end = start + 1 + Math.floor(random() * random() * 200);
          // Reopened for each batch, so that it starts from its checkpoint only. Some events come twice.
          const projector = await other.open(model);
          const again = Math.max(0, start - Math.floor(random() * 3));
          await projector.handle(events.slice(again, end).map((event) => new LoggedEvent(event)));
          start = end;
        }
        const schema = liveSchema(model.name);
        const found = await differences(
          model,
          { client: database.pool, schema },
          { client: other.pool, schema },
        );
        expect(found, model.name).toEqual([]);
      }
    } finally {
      await other.drop();
    }
  });
});

test('trades were reversed in these histories', () => {
  expect(reversals).toBeGreaterThan(0);
});
