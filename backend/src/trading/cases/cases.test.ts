import { statementHash } from '@matgyo/ledger/proof/case-file';
import { beforeAll, expect, test } from 'vitest';
import type { Person } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import { contenders } from '../../../../test/test-all.ts';
import { statementOf } from '../statements/statement-view.ts';
import {
  buy,
  buyer,
  market,
  matchAgain,
  sell,
  seller,
  server,
  setUpMatch,
  stranger,
  tradeId,
  typesOf,
} from '../trades/payment-steps.fixture.ts';
import { action, codeOf, newAdmin, open, opened, reason, ruling, send } from './cases.fixture.ts';

let otherAdmin: Person;

setUpMatch();
beforeAll(async () => {
  otherAdmin = await newAdmin();
});

const view = async (person: Person, caseId: string) => (await send(person, 'GET', `/cases/${caseId}`)).body;

test('a dispute from opening to ruling, as each side sees it', async () => {
  const caseId = await opened();
  const form = { fields: { statement: '송금 증빙이에요' }, file: { field: 'image', bytes: smallJpeg() } };
  expect((await send(seller, 'POST', `/cases/${caseId}/statements`, { form })).status).toBe(201);
  expect((await action(market.admin, caseId, 'take')).status).toBe(200);
  expect(
    (await action(market.admin, caseId, 'statements', { statement: '거래 서명이 있나요?' })).status,
  ).toBe(201);

  const asSeller = await view(seller, caseId);
  expect(asSeller).toMatchObject({ status: 'open', as: 'sell', taken: true, takenByMe: false, admin: null });
  const texts = asSeller.timeline.flatMap(
    ({ by, statement }: { by: string; statement?: { text: string } }) =>
      statement ? [[by, statement.text]] : [],
  );
  expect(texts).toEqual([
    ['buy', '테더가 오지 않았어요'],
    ['sell', '송금 증빙이에요'],
    ['admin', '거래 서명이 있나요?'],
  ]);
  // Only admins see which admin took it.
  const ofAdmin = (one: { by: string }) => one.by === 'admin';
  expect(
    asSeller.timeline.filter(ofAdmin).every(({ nickname }: { nickname: null }) => nickname === null),
  ).toBe(true);
  expect(await view(market.admin, caseId)).toMatchObject({
    as: 'admin',
    takenByMe: true,
    admin: market.admin.nickname,
  });
  expect(await view(otherAdmin, caseId)).toMatchObject({ takenByMe: false, admin: market.admin.nickname });

  expect((await action(market.admin, caseId, 'ruling', ruling)).status).toBe(200);
  expect(await view(buyer, caseId)).toMatchObject({
    status: 'ruled',
    outcome: 'complete',
    tradeStatus: 'completed',
  });
  expect(await typesOf()).toEqual([
    ...['CaseOpened', 'CaseStatementAdded', 'CaseStatementAdded', 'CaseTaken', 'CaseStatementAdded'],
    ...['CaseRuled', 'TradeCompleting', 'TradeCompleted'],
  ]);
  const { timeline } = await view(buyer, caseId);
  expect(timeline.find(({ type }: { type: string }) => type === 'CaseRuled')).toMatchObject({
    reasons: ['PAYMENT_PROVEN'],
    outcome: 'complete',
    statement: { text: ruling.statement, matches: true },
  });
});

test('an admin neither rules nor asks for approval before they have read all statements', async () => {
  const caseId = await opened();
  await action(market.admin, caseId, 'take');
  await action(seller, caseId, 'statements', { statement: '송금 증빙이에요' });
  const rule = (statements: number) => action(market.admin, caseId, 'ruling', { ...ruling, statements });
  const late = await rule(1);
  expect([...codeOf(late), late.body.details]).toEqual([409, 'STATEMENTS_ADDED', { statements: 2 }]);
  const body = { kind: 'ruling', caseId, ...ruling, statements: 1 };
  expect(codeOf(await send(market.admin, 'POST', '/approvals', { body }))).toEqual([409, 'STATEMENTS_ADDED']);
  const { statements } = await view(market.admin, caseId);
  expect((await rule(statements)).status).toBe(200);
});

test('the timeline says how the won were sent, as the buyer stated it', async () => {
  const body = { step: 'payment-sent', method: 'bank-transfer' };
  await send(buyer, 'POST', `/trades/${tradeId}/steps`, { body });
  const caseId = await opened();
  for (const person of [seller, buyer, market.admin]) {
    const { timeline } = await view(person, caseId);
    expect(timeline.find(({ type }: { type: string }) => type === 'PaymentSent').method).toBe(
      'bank-transfer',
    );
  }
});

test('an order in a dispute is offered neither completion nor cancellation', async () => {
  const seen = async () => {
    const { items } = await market.see('/sell/admin/all/inProgress-orders?limit=100&sort=newest');
    const { action: actions, matchedBuyOrders } = items.find(({ _id }: { _id: string }) => _id === sell);
    return [actions, matchedBuyOrders[0].inCase];
  };
  expect(await seen()).toEqual([['complete', 'cancel-match', 'chat'], false]);
  const caseId = await opened();
  expect(await seen()).toEqual([['chat'], true]);
  await action(buyer, caseId, 'withdraw');
  expect(await seen()).toEqual([['complete', 'cancel-match', 'chat'], false]);
});

test('every list with the status of a match says whether it is in a dispute', async () => {
  const seen = async () => {
    const of = async (person: Person, path: string) => (await send(person, 'GET', path)).body;
    const chats = (await of(seller, '/chat/mine')).items as { _id: string; trade: object }[];
    const search = `/sell/allmatched-orders?search=${sell}`;
    return [
      chats.find(({ _id }) => _id === tradeId)?.trade,
      (await of(buyer, '/user/trade-history')).items[0],
      await of(seller, `/trades/${tradeId}`),
      (await of(market.admin, `/admin/members/${seller.memberId}/trades`)).items[0],
      (await of(market.admin, search)).sell[0].details.progressRecords[0],
    ];
  };
  await expect.poll(seen).toMatchObject(Array(5).fill({ inCase: false }));
  await opened();
  await expect.poll(seen).toMatchObject(Array(5).fill({ inCase: true }));
});

test('a ruling to cancel reopens both orders', async () => {
  const caseId = await opened();
  await action(market.admin, caseId, 'take');
  expect((await action(market.admin, caseId, 'ruling', { ...ruling, outcome: 'cancel' })).status).toBe(200);
  expect((await typesOf()).slice(-3)).toEqual(['CaseRuled', 'TradeCancelling', 'TradeCancelled']);
  // The order leads to its ended dispute too.
  const matches = async (person: Person, path: string) => {
    const { body } = await send(person, 'GET', path);
    return [...body.matchedBuyOrders, ...body.matchedSellOrders].map(({ caseId }) => caseId);
  };
  await expect.poll(() => matches(buyer, `/user/orders/${buy}`)).toEqual([caseId]);
  await market.match(sell, buy);
  await expect.poll(() => matches(market.admin, `/admin/orders/${sell}`)).toEqual([caseId, null]);
});

test('a ruling to complete a part settles it at the same price and reopens both orders for the rest', async () => {
  const caseId = await opened();
  await action(market.admin, caseId, 'take');
  const rule = (amount: unknown) => action(market.admin, caseId, 'ruling', { ...ruling, amount });
  const trade = async () => (await send(seller, 'GET', `/trades/${tradeId}/payment`)).body;
  const matched = (await trade()).amount;
  expect(await rule('100.0001')).toMatchObject({
    status: 422,
    body: { code: 'RULING_EXCEEDS_MATCH', details: { amount: matched } },
  });
  for (const wrong of ['0', '-1', 'many']) expect((await rule(wrong)).body.code).toBe('USDT_NOT_POSITIVE');
  expect((await rule('0.00001')).body.code).toBe('USDT_NOT_POSITIVE');
  expect((await typesOf()).at(-1)).toBe('CaseTaken');
  expect((await rule('40')).status).toBe(200);
  expect((await typesOf()).slice(-3)).toEqual(['CaseRuled', 'TradeCompleting', 'TradeCompleted']);
  expect(await trade()).toMatchObject({
    status: 'completed',
    amount: '40.0000',
    krw: '56000',
    fee: '0.4000',
    feeIsFinal: true,
  });
  const { rows } = await server.pool.query(
    'select open, reserved, settled, phase from read_orders.orders where order_id = any($1)',
    [[sell, buy]],
  );
  const left = { open: '60.0000', reserved: '0.0000', settled: '40.0000', phase: 'open' };
  expect(rows).toEqual([left, left]);
  const { items } = (await send(buyer, 'GET', `/orders/${buy}/trail`)).body;
  expect(items.find(({ type }: { type: string }) => type === 'FillSettled')).toMatchObject({
    amount: '40.0000',
    released: '60.0000',
  });
  // The buyer proved the payment, but lost a part of the match.
  expect(await view(buyer, caseId)).toMatchObject({
    amount: '40.0000',
    matchedAmount: '100.0000',
    appellant: null,
    lostBy: null,
  });
  const { timeline } = await view(buyer, caseId);
  expect(timeline.find(({ type }: { type: string }) => type === 'CaseRuled')).toMatchObject({
    outcome: 'complete',
    amount: '40.0000',
  });
  await market.match(sell, buy);
});

test('after a withdrawn case the match continues', async () => {
  const caseId = await opened();
  const payment = async () => (await send(buyer, 'GET', `/trades/${tradeId}/payment`)).body;
  expect(await payment()).toMatchObject({ caseId, next: null });
  expect(codeOf(await action(seller, caseId, 'withdraw'))).toEqual([403, 'CASE_NOT_YOURS']);
  expect((await action(buyer, caseId, 'withdraw')).status).toBe(200);
  expect(await payment()).toMatchObject({ caseId: null, next: { step: 'payment-sent', paused: false } });
  expect(codeOf(await action(buyer, caseId, 'statements', { statement: '…' }))).toEqual([409, 'CASE_CLOSED']);
  await market.complete(sell, buy);
});

test('one admin takes a case, any may release it, and only the one who has it rules, once', async () => {
  const caseId = await opened();
  const rule = (person: Person) => action(person, caseId, 'ruling', ruling);
  expect(codeOf(await rule(otherAdmin))).toEqual([409, 'CASE_NOT_TAKEN']);
  await action(market.admin, caseId, 'take');
  expect(codeOf(await action(otherAdmin, caseId, 'take'))).toEqual([409, 'CASE_TAKEN']);
  expect(codeOf(await rule(otherAdmin))).toEqual([409, 'CASE_TAKEN']);
  const release = () => send(otherAdmin, 'DELETE', `/cases/${caseId}/take`, { body: {} });
  expect((await release()).status).toBe(200);
  expect(await view(market.admin, caseId)).toMatchObject({ taken: false, admin: null });
  expect(codeOf(await release())).toEqual([409, 'CASE_NOT_TAKEN']);
  await action(otherAdmin, caseId, 'take');
  expect((await rule(otherAdmin)).status).toBe(200);
  expect(codeOf(await rule(otherAdmin))).toEqual([409, 'TRADE_ALREADY_FINISHED']);
  expect((await typesOf()).filter((type) => type === 'CaseRuled')).toHaveLength(1);
});

test('an admin can take the same case 20 times a day; another admin still can', async () => {
  const caseId = await opened();
  for (let round = 0; round < 20; round++) {
    expect((await action(market.admin, caseId, 'take')).status).toBe(200);
    // Refused attempts do not count.
    expect(codeOf(await action(otherAdmin, caseId, 'take'))).toEqual([409, 'CASE_TAKEN']);
    await send(market.admin, 'DELETE', `/cases/${caseId}/take`, { body: {} });
  }
  const refused = await action(market.admin, caseId, 'take');
  expect(codeOf(refused)).toEqual([429, 'TOO_MANY_REQUESTS']);
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_600);
  expect((await action(otherAdmin, caseId, 'take')).status).toBe(200);
});

test('an admin who is a party may neither take nor rule, and an admin may open a case on others’ matches', async () => {
  const own = await newAdmin();
  await matchAgain({ seller: own });
  const caseId = await opened();
  expect(codeOf(await action(own, caseId, 'take'))).toEqual([403, 'OWN_ORDER']);
  expect(codeOf(await action(own, caseId, 'ruling', ruling))).toEqual([403, 'OWN_ORDER']);
  expect(await view(own, caseId)).toMatchObject({ as: 'sell' });
  await action(buyer, caseId, 'withdraw');
  expect((await open(market.admin)).status).toBe(201);
});

test('an admin for whom the fee counts may not take the case', async () => {
  const inviting = await newAdmin();
  const { inviteCode: referralCode } = (await send(inviting, 'GET', '/user/invitations')).body;
  await matchAgain({ seller: await server.member({ active: true, referralCode }) });
  const caseId = await opened();
  expect(codeOf(await action(inviting, caseId, 'take'))).toEqual([403, 'FEE_TO_OWN_CODE']);
});

test('a deactivated party may open no case, but read an existing one', async () => {
  const { nickname, password } = buyer;
  const body = { status: 'inactive' };
  await send(market.admin, 'PUT', `/user/users/${nickname}`, { body });
  const inactive = await server.signIn(nickname, password);
  expect(codeOf(await open(inactive))).toEqual([403, 'ACCOUNT_INACTIVE']);
  const caseId = (await open(seller)).body.caseId;
  expect(await view(inactive, caseId)).toMatchObject({ status: 'open', as: 'buy' });
});

test('a repeated key opens one case with one statement', async () => {
  const call = { body: { reason, statement: '한 번만' }, headers: { 'Idempotency-Key': `case-${tradeId}` } };
  const first = await send(buyer, 'POST', `/trades/${tradeId}/cases`, call);
  const again = await send(buyer, 'POST', `/trades/${tradeId}/cases`, call);
  expect([again.status, again.body]).toEqual([201, first.body]);
  const { rows } = await server.pool.query('select content from app.case_statements where case_id = $1', [
    first.body.caseId,
  ]);
  expect(rows).toEqual([{ content: '한 번만' }]);
});

test('a text with half of an emoji is stored as it is hashed', async () => {
  const caseId = (await open(buyer, { reason, statement: 'a\ud83d 끝\u0007' })).body.caseId;
  const { statement } = (await view(seller, caseId)).timeline.at(-1);
  expect(statement).toMatchObject({ text: 'a\ufffd 끝', matches: true });
});

test('shows texts changed outside the program as such, and removed ones as removed', async () => {
  const caseId = await opened();
  const last = async () => (await view(seller, caseId)).timeline.at(-1).statement;
  const set = (message: string | null) =>
    server.pool.query('update app.case_statements set content = $2 where case_id = $1', [caseId, message]);
  expect(await last()).toMatchObject({ matches: true });
  await set('다른 말');
  expect(await last()).toMatchObject({ text: '다른 말', matches: false });
  await set(null);
  expect(await last()).toMatchObject({ text: null, matches: false });
});

test('shows a statement whose image was exchanged as changed', () => {
  const sealed = { text: '증빙', salt: '0'.repeat(32), imageSha256: 'a'.repeat(64) };
  const hash = statementHash(sealed);
  const withImage = (kept: string) => {
    const row = { hash, content: sealed.text, salt: sealed.salt, image_id: 'b'.repeat(32) };
    const stored = [{ ...row, image_sha256: sealed.imageSha256, kept_sha256: kept }];
    return statementOf(stored as unknown as Parameters<typeof statementOf>[0], hash);
  };
  expect(withImage('a'.repeat(64))).toMatchObject({ matches: true });
  expect(withImage('c'.repeat(64))).toMatchObject({ matches: false });
});

test('lists own cases for members, all for admins, also by taken and ended', async () => {
  const caseId = await opened();
  const ids = async (person: Person, show = 'all') =>
    (await send(person, 'GET', `/cases?limit=100&show=${show}`)).body.items.map(
      ({ _id }: { _id: string }) => _id,
    );
  for (const party of [seller, buyer]) expect(await ids(party)).toEqual([caseId]);
  expect(await ids(market.admin, 'own')).toEqual([]);
  expect(await ids(stranger)).toEqual([]);
  expect(await ids(market.admin, 'open')).toContain(caseId);
  const waiting = async () => (await send(market.admin, 'GET', '/admin/queue-counts')).body.disputes;
  const { total, oldest } = await waiting();
  expect(total).toBe((await ids(market.admin, 'open')).length);
  expect(oldest).not.toBeNull();
  // What waits for an admin begins with the longest wait, everything with the newest.
  expect((await ids(market.admin, 'open')).length).toBeGreaterThan(1);
  expect((await ids(market.admin, 'open')).at(-1)).toBe(caseId);
  expect((await ids(market.admin)).at(0)).toBe(caseId);
  expect(await ids(market.admin, 'mine')).not.toContain(caseId);
  await action(market.admin, caseId, 'take');
  expect(await ids(market.admin, 'mine')).toContain(caseId);
  await action(buyer, caseId, 'withdraw');
  expect(await ids(market.admin, 'open')).not.toContain(caseId);
  expect((await waiting()).total).toBe(total - 1);
  expect(await ids(market.admin, 'ended')).toContain(caseId);
});

test('notifies both parties and the admins of the others’ actions', async () => {
  const caseId = await opened();
  await action(market.admin, caseId, 'take');
  await action(buyer, caseId, 'statements', { statement: '아직 오지 않았어요' });
  await action(market.admin, caseId, 'statements', { statement: '확인하고 있어요' });
  await action(market.admin, caseId, 'ruling', ruling);
  const codes = async (person: Person, list: string) => {
    const { body } = await send(person, 'GET', `/notification/unread/user/${list}`);
    return body.map(({ code }: { code: string }) => code).filter((code: string) => code.startsWith('CASE'));
  };
  await expect
    .poll(() => codes(seller, 'sellOrders'))
    .toEqual(['CASE_RULED', 'CASE_ANSWERED', 'CASE_ANSWERED', 'CASE_TAKEN', 'CASE_OPENED']);
  expect(await codes(buyer, 'buyOrders')).toEqual(['CASE_RULED', 'CASE_ANSWERED', 'CASE_TAKEN']);
  const { body } = await send(buyer, 'GET', '/notification/unread/user/buyOrders');
  const ruled = body.find(({ code }: { code: string }) => code === 'CASE_RULED');
  expect(ruled).toMatchObject({ tradeId, caseId });
});

test('of many concurrent openings, completions and rulings one ends the match, never during an open case', async () => {
  const pair = { sellerOrderId: sell, buyerOrderId: buy };
  const answers = await Promise.all(
    Array.from({ length: contenders }, (_, index) =>
      index % 2 === 0
        ? open(buyer)
        : send(market.admin, 'POST', '/sell/admin/complete-orders', { body: pair }),
    ),
  );
  for (const { status } of answers) expect([200, 201, 409]).toContain(status);
  const won = answers.filter(({ status }) => status < 300);
  expect(won).toHaveLength(1);
  const types = await typesOf();
  expect(types.includes('CaseOpened')).not.toBe(types.includes('TradeCompleted'));
  if (!types.includes('CaseOpened')) return;
  const caseId = won[0]?.body.caseId;
  await action(market.admin, caseId, 'take');
  const rulings = await Promise.all(
    Array.from({ length: contenders }, (_, index) =>
      index % 2 === 0
        ? action(market.admin, caseId, 'ruling', {
            ...ruling,
            outcome: index % 4 === 0 ? 'complete' : 'cancel',
          })
        : action(buyer, caseId, 'withdraw'),
    ),
  );
  expect(rulings.filter(({ status }) => status === 200)).toHaveLength(1);
  for (const { status } of rulings) expect([200, 409]).toContain(status);
});
