import type { TradeId } from '@matgyo/contracts/ids';
import { startCancelling } from '@matgyo/ledger/trade/trade-decisions';
import { expect, test } from 'vitest';
import { testAll } from '../../../../test/test-all.ts';
import { executeOnStream } from '../../platform/commands/execute-on-stream.ts';
import { ofTrade } from '../../platform/commands/ledger-streams.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { commandOf } from './ledger-market.fixture.ts';
import {
  buy,
  buyer,
  mark,
  market,
  matchAgain,
  newSignature,
  sell,
  seller,
  server,
  setUpMatch,
  tradeId,
  typesOf,
} from './payment-steps.fixture.ts';

setUpMatch();

/** As if another backend had started a cancellation and crashed; this one still remembers the trade as matched. */
const leaveCancelling = (id: string) =>
  executeOnStream({
    ledger: { log: server.log, timing: systemTiming },
    ...ofTrade(id as TradeId),
    command: commandOf(`cancel ${id}`, Date.now()),
    decide: (trade) => startCancelling(trade, 'CANCELLED_BY_ADMIN'),
  });

test('a late mark leaves its transaction unused', async () => {
  const signature = newSignature();
  const late = tradeId;
  await mark(buyer, { step: 'payment-sent' });
  await mark(seller, { step: 'payment-received' });
  await leaveCancelling(late);
  expect((await mark(seller, { step: 'tether-sent', signature })).status).toBe(409);
  await matchAgain();
  await mark(buyer, { step: 'payment-sent' });
  await mark(seller, { step: 'payment-received' });
  expect((await mark(seller, { step: 'tether-sent', signature })).status).toBe(200);
});

test('finishes a trade that another backend abandoned before acting on it', async () => {
  await leaveCancelling(tradeId);
  const body = { sellerOrderId: sell, buyerOrderId: buy, tradeId };
  const answer = await server.request('POST', '/sell/admin/complete-orders', {
    token: market.admin.token,
    body,
  });
  expect([answer.status, answer.body.code]).toEqual([409, 'TRADE_ALREADY_FINISHED']);
  expect(await typesOf()).toEqual(['TradeCancelling', 'TradeCancelled']);
});

const calls = testAll ? 64 : 24;
const contenders = ['complete', 'cancel', 'mark'] as const;
test.each(contenders)(
  `of ${calls} concurrent calls, %s first, one ends the trade, and no step follows`,
  async (first) => {
    const pair = { token: market.admin.token, body: { sellerOrderId: sell, buyerOrderId: buy } };
    const start = {
      complete: () => server.request('POST', '/sell/admin/complete-orders', pair),
      cancel: () => server.request('POST', '/sell/admin/cancel-orders', pair),
      mark: () => mark(buyer, { step: 'payment-sent' }),
    };
    const kinds = Array.from(
      { length: calls },
      (_, index) => contenders[(index + contenders.indexOf(first)) % 3] ?? first,
    );
    const answers = await Promise.all(kinds.map((kind) => start[kind]()));
    const accepted = kinds.filter((_, index) => answers[index]?.status === 200);
    const refusals = answers
      .filter(({ status }) => status !== 200)
      .map((answer) => [answer.status, answer.body.code]);
    for (const [status, code] of refusals)
      expect(`${status} ${code}`).toMatch(/^409 (TRADE_ALREADY_FINISHED|STEP_ALREADY_MARKED)$/);
    const ends = { complete: 'TradeCompleted', cancel: 'TradeCancelled', mark: '' };
    const end = accepted.filter((kind) => kind !== 'mark').map((kind) => ends[kind]);
    expect(end).toHaveLength(1);
    const types = await typesOf();
    expect(types.filter((type) => Object.values(ends).includes(type))).toEqual(end);
    const marked = types.flatMap((type, index) => (type === 'PaymentSent' ? [index] : []));
    expect(marked).toEqual(accepted.includes('mark') ? [0] : []);
    expect(accepted.length).toBe(1 + marked.length);
    for (const [person, id] of [
      [seller, sell],
      [buyer, buy],
    ] as const) {
      const { body } = await server.request('GET', `/user/orders/${id}`, { token: person.token });
      expect(body.reserved).toBe('0.0000');
    }
  },
);
