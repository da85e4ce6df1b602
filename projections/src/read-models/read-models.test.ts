import type { OrderId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { describe, expect, test } from 'vitest';
import { after, database, history, log, setUpReadModels } from '../testing/read-models.fixture.ts';

setUpReadModels();

describe('accounts', () => {
  test('a new account is inactive without roles, with the given code and its own', async () => {
    history.member({ referralCode: 'REF1', active: false });
    expect(await after('select * from read_accounts.accounts')).toMatchObject([
      {
        status: 'inactive',
        admin: false,
        manager: false,
        referral_code: 'REF1',
        revision: 0,
        activated_at: null,
      },
    ]);
  });

  test('stores when an account first became active, also after it was deactivated', async () => {
    const member = history.member();
    const activated = 'select activated_at, updated_at from read_accounts.accounts';
    const [first] = await after(activated);
    expect(first?.['activated_at']).toEqual(first?.['updated_at']);
    for (const active of [false, true, false]) history.setActive(member, active);
    expect(await after(activated)).toMatchObject([{ activated_at: first?.['activated_at'] }]);
  });

  test('stores activation, roles and the referral code, each with the revision of its event', async () => {
    const member = history.member();
    history.setRole(member, 'admin', true);
    history.setRole(member, 'manager', true);
    history.setRole(member, 'admin', false);
    history.setActive(member, false);
    history.changeReferralCode(member, 'NEW');
    expect(await after('select * from read_accounts.accounts')).toMatchObject([
      {
        member_id: member,
        status: 'inactive',
        admin: false,
        manager: true,
        referral_code: 'NEW',
        revision: 6,
      },
    ]);
  });
});

describe('orders', () => {
  const orders = 'select *, placed_at::text from read_orders.orders order by order_id';

  test('keeps amount = open + reserved + settled + withdrawn and the status through a partial fill', async () => {
    history.price('1400');
    const sell = history.openOrder('sell', history.member(), '1400000');
    const buy = history.openOrder('buy', history.member(), '560000');
    history.match(sell, buy);
    expect(await after(orders)).toMatchObject([
      {
        side: 'sell',
        amount: '1000.0000',
        open: '600.0000',
        reserved: '400.0000',
        status: 'Partially Matched',
      },
      { side: 'buy', amount: '400.0000', open: '0.0000', reserved: '400.0000', status: 'In Progress' },
    ]);
  });

  test('stores the fee of a settled sell order and none for a buy order; an order without a rest is completed', async () => {
    history.price('1400');
    const sell = history.openOrder('sell', history.member(), '1400000');
    const buy = history.openOrder('buy', history.member(), '560000');
    history.complete(history.match(sell, buy));
    expect(await after(orders)).toMatchObject([
      { settled: '400.0000', open: '600.0000', fee: '4.0000', phase: 'open', closed_at: null },
      { settled: '400.0000', fee: '0.0000', phase: 'completed', status: 'Buy Completed', status_rank: 5 },
    ]);
  });

  test('a cancelled match releases the reserved amounts', async () => {
    history.price('1400');
    const sell = history.openOrder('sell', history.member(), '1400000');
    history.cancelTrade(history.match(sell, history.openOrder('buy', history.member(), '560000')));
    expect(await after(orders)).toMatchObject([
      { open: '1000.0000', reserved: '0.0000', status: 'On Sale' },
      { open: '400.0000', reserved: '0.0000', status: 'Waiting for Buy' },
    ]);
  });

  test('stores reason and time of a rejected and a cancelled order', async () => {
    history.price('1400.5');
    const member = history.member();
    history.reject(history.place('sell', member, '10000'));
    history.cancelOrder(history.place('buy', member, '20000.5'));
    history.cancelOrder(history.openOrder('buy', member, '30000'));
    expect(await after(orders)).toMatchObject([
      { status: 'Rejected', reason: 'NOT_ACCEPTED', price: '1400.5', krw_amount: '10000' },
      { status: 'Cancelled', reason: 'CHANGED_MIND', krw_amount: '20000.5' },
      { status: 'Cancelled', open: '0.0000', withdrawn: '21.4209' },
    ]);
    const [{ unclosed } = { unclosed: -1 }] = await database.rows<{ unclosed: number }>(
      'select count(*)::int as unclosed from read_orders.orders where closed_at is null or closed_at <> updated_at',
    );
    expect(unclosed).toBe(0);
  });
});

describe('trades', () => {
  test("stores a trade's frozen terms and the time of each stage", async () => {
    history.price('1400');
    const sell = history.openOrder('sell', history.member(), '1400000');
    const buy = history.openOrder('buy', history.member(), '560000');
    const trade = history.match(sell, buy, '0.3333');
    history.complete(trade);
    expect(await after('select * from read_trades.trades')).toMatchObject([
      {
        trade_id: trade.id,
        seller_id: sell.memberId,
        buyer_id: buy.memberId,
        amount: '0.3333',
        krw: '467',
        fee: '0.0033',
        fee_rate: '0.01',
        status: 'completed',
        finished: true,
        revision: 3,
      },
    ]);
  });

  test('stores why a trade was rejected, without a matched order', async () => {
    history.price('1400');
    const sell = history.openOrder('sell', history.member(), '1400000');
    const buy = history.openOrder('buy', history.member(), '560000');
    for (const _ of history.matchSteps(sell, buy, '1.0000', 'rejected'));
    expect(await after('select status, finished, matched_at, reason from read_trades.trades')).toEqual([
      { status: 'rejected', finished: true, matched_at: null, reason: 'RESERVE_TIMED_OUT' },
    ]);
    expect(await database.rows('select * from read_trades.matched_orders')).toEqual([]);
  });

  test('lists a matched order once, with its latest match in any state', async () => {
    history.price('1400');
    const sell = history.openOrder('sell', history.member(), '1400000');
    const first = history.openOrder('buy', history.member(), '140000');
    const second = history.openOrder('buy', history.member(), '280000');
    history.cancelTrade(history.match(sell, first));
    history.match(sell, second);
    const isFirst = `first_matched_at = (select min(matched_at) from read_trades.trades
      where order_id in (sell_order_id, buy_order_id)) as first`;
    expect(
      await after(
        `select order_id, side, matches, ${isFirst} from read_trades.matched_orders order by order_id`,
      ),
    ).toEqual([
      { order_id: sell.id, side: 'sell', matches: 2, first: true },
      { order_id: first.id, side: 'buy', matches: 1, first: true },
      { order_id: second.id, side: 'buy', matches: 1, first: true },
    ]);
  });

  test('stores how many minutes the parties took for their marks, until it is reversed', async () => {
    history.at('2026-01-31T03:00:00.000Z').price('1400');
    const trade = history.match(
      history.openOrder('sell', history.member(), '140000'),
      history.openOrder('buy', history.member(), '140000'),
    );
    history.at('2026-01-31T03:10:59.000Z').markStep(trade);
    history.at('2026-01-31T03:14:30.000Z').markStep(trade);
    history.complete(trade);
    const minutes = 'select pay_minutes, confirm_minutes from read_trades.trades';
    expect(await after(minutes)).toEqual([{ pay_minutes: 10, confirm_minutes: 3 }]);
    history.reverse(trade);
    expect(await after(minutes)).toEqual([{ pay_minutes: null, confirm_minutes: null }]);
  });
});

test('the trail states what was withdrawn from an order; a lapsed approval, when it was granted', async () => {
  history.price('1400');
  const withdrawn = history.openOrder('sell', history.member(), '140000');
  history.cancelOrder(withdrawn);
  const trade = history.match(
    history.openOrder('sell', history.member(), '140000'),
    history.openOrder('buy', history.member(), '140000'),
  );
  const by = history.member();
  history.endApproval(history.askApproval(trade), by, 'lapse');
  expect(await after(`select amount from read_trail.entries where type = 'OrderCancelled'`)).toEqual([
    { amount: '100.0000' },
  ]);
  const [granted, lapsed] = log.events.slice(-2).map(({ metadata }) => new Date(metadata.at));
  expect(lapsed).not.toEqual(granted);
  expect(await database.rows('select state, decided_by, decided_at from read_approvals.approvals')).toEqual([
    { state: 'lapsed', decided_by: by, decided_at: granted },
  ]);
});

describe('stats, fees and journal derive from TradeCompleted alone', () => {
  test('counts a trade on the day of its completion in Korea', async () => {
    history.at('2026-01-31T14:00:00.000Z').price('1400');
    const [seller, buyer] = [history.member({ referralCode: 'REF1' }), history.member()];
    const sell = history.openOrder('sell', seller, '1400000');
    const beforeMidnight = history.match(sell, history.openOrder('buy', buyer, '140000'));
    const afterMidnight = history.match(sell, history.openOrder('buy', buyer, '280000'));
    history.match(sell, history.openOrder('buy', buyer, '14000'));
    history.at('2026-01-31T14:59:54.000Z').complete(beforeMidnight);
    history.changeReferralCode(seller, 'REF2');
    history.at('2026-01-31T14:59:58.000Z').complete(afterMidnight);
    expect(await after('select * from read_stats.days order by day')).toEqual([
      {
        day: '2026-01-31',
        users: 2,
        trades: 1,
        sales: '100.0000',
        buys: '100.0000',
        fees: '1.0000',
        krw: '140000',
      },
      {
        day: '2026-02-01',
        users: 0,
        trades: 1,
        sales: '200.0000',
        buys: '200.0000',
        fees: '2.0000',
        krw: '280000',
      },
    ]);
    expect(
      await database.rows('select day, referral_code, fee, fee_rule from read_fees.fees order by position'),
    ).toEqual([
      { day: '2026-01-31', referral_code: 'REF1', fee: '1.0000', fee_rule: 'cumulative-v1' },
      { day: '2026-02-01', referral_code: 'REF2', fee: '2.0000', fee_rule: 'cumulative-v1' },
    ]);
  });

  test("a trade's lines: the seller pays the fee in addition, the won move the other way", async () => {
    history.price('1400');
    const [seller, buyer] = [history.member(), history.member()];
    history.complete(
      history.match(history.openOrder('sell', seller, '140000'), history.openOrder('buy', buyer, '140000')),
    );
    expect(
      await after('select account, member_id, currency, amount from read_journal.lines order by line'),
    ).toEqual([
      { account: 'seller', member_id: seller, currency: 'USDT', amount: '-101.0000' },
      { account: 'buyer', member_id: buyer, currency: 'USDT', amount: '100.0000' },
      { account: 'platform', member_id: null, currency: 'USDT', amount: '1.0000' },
      { account: 'buyer', member_id: buyer, currency: 'KRW', amount: '-140000' },
      { account: 'seller', member_id: seller, currency: 'KRW', amount: '140000' },
    ]);
  });
});

describe('trail', () => {
  const trailOf = (id: OrderId) =>
    `select entry, type, status, open, reserved, settled, fee_total, reason, counter_order_id from read_trail.entries
     where order_id = '${id}' order by entry`;

  test("lists an order's events and those of its trades, in log order, with the state after each", async () => {
    history.price('1400');
    const sell = history.openOrder('sell', history.member(), '140000');
    const buy = history.openOrder('buy', history.member(), '280000');
    history.complete(history.match(sell, buy));
    const rows = await after(trailOf(sell.id));
    expect(rows.map(({ entry, type, status }) => [entry, type, status])).toEqual([
      [1, 'OrderPlaced', 'Pending Approval'],
      [2, 'OrderApproved', 'On Sale'],
      [3, 'TradeProposed', 'On Sale'],
      [4, 'FillReserved', 'In Progress'],
      [5, 'TradeMatched', 'In Progress'],
      [6, 'TradeCompleting', 'In Progress'],
      [7, 'FillSettled', 'Partially Matched'],
      [8, 'OrderCompleted', 'Sale Completed'],
      [9, 'TradeCompleted', 'Sale Completed'],
    ]);
    expect(rows[6]).toMatchObject({ settled: '100.0000', fee_total: '1.0000', counter_order_id: buy.id });
  });

  test('states what a settlement of a part left of its match', async () => {
    history.price('1400');
    const sell = history.openOrder('sell', history.member(), '140000');
    const buy = history.openOrder('buy', history.member(), '140000');
    const settling = history.completeSteps(history.match(sell, buy), undefined, '30.0000' as Usdt);
    expect([...settling]).not.toEqual([]);
    const settled = await after(
      `select order_id, amount, released, open, settled from read_trail.entries
       where type = 'FillSettled' order by order_id`,
    );
    const part = { amount: '30.0000', released: '70.0000', open: '70.0000', settled: '30.0000' };
    expect(settled).toEqual([sell.id, buy.id].toSorted().map((order_id) => ({ order_id, ...part })));
  });

  test("lists a trade's events in the trails of both orders, with actor, request and hash chain", async () => {
    history.price('1400');
    const sell = history.openOrder('sell', history.member(), '140000');
    const buy = history.openOrder('buy', history.member(), '280000');
    history.cancelTrade(history.match(sell, buy));
    const rows = await after(
      `select order_id, trade_id, actor_role, reason, hash, prev_hash from read_trail.entries
       where type = 'TradeCancelled' order by order_id`,
    );
    expect(rows).toMatchObject([
      { order_id: sell.id, actor_role: 'admin', reason: 'ADMIN_CANCELLED' },
      { order_id: buy.id, actor_role: 'admin', reason: 'ADMIN_CANCELLED' },
    ]);
    expect(rows[0]?.['hash']).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0]?.['hash']).toBe(rows[1]?.['hash']);
  });
});

describe('prices and as-of points', () => {
  test('stores every price with its revision of the stream', async () => {
    history.price('1400');
    history.price('1400.5');
    expect(await after('select revision, price from read_prices.prices order by revision')).toEqual([
      { revision: 0, price: '1400' },
      { revision: 1, price: '1400.5' },
    ]);
  });

  test('stores the last event of a minute in log order, also when a clock goes back', async () => {
    history.at('2026-01-31T14:00:30.000Z').price('1400');
    history.at('2026-01-31T14:05:30.000Z').price('1401');
    history.at('2026-01-31T14:00:10.000Z').price('1402');
    const last = history.lastEventId;
    expect(
      await after('select events, event_id, minute from read_moments.minutes order by minute'),
    ).toMatchObject([
      { events: 2, event_id: last, minute: new Date('2026-01-31T14:00:00.000Z') },
      { events: 1, minute: new Date('2026-01-31T14:05:00.000Z') },
    ]);
  });

  test("stores every event's position in the log", async () => {
    history.price('1400');
    history.openOrder('sell', history.member(), '14000');
    const rows = await after('select event_id, position from read_moments.events order by position');
    const [{ events, ...last } = {}] = await database.rows(
      `select sum(events) over ()::int as events, event_id, position
         from read_moments.minutes order by position desc limit 1`,
    );
    expect(rows).toHaveLength(events as number);
    expect(rows.at(-1)).toEqual(last);
  });
});
