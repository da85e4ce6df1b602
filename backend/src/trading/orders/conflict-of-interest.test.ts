import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { describe, expect, test } from 'vitest';
import { type Person, sharedTestServer } from '../../../../test/server.ts';
import { approvalPath, openMarket, pair } from './market.fixture.ts';
import { expectRefused } from './refused.fixture.ts';

const server = await sharedTestServer();
const market = await openMarket(server);
const member = await server.member({ active: true });
/** An admin who trades, and a member whose fees count for the admin's invite code. */
const admin = await server.member({ active: true, admin: true });
const { inviteCode } = (await server.request('GET', '/user/invitations', { token: admin.token })).body;
const guest = await server.member({ active: true, referralCode: inviteCode.toLowerCase() });

type Side = 'sell' | 'buy';
const asAdmin = (method: string, path: string, body: object = {}) =>
  [method, path, { token: admin.token, body }] as const;
type Call = ReturnType<typeof asAdmin>;
const refused = (code: ErrorCode, title: string, call: (language: 'ko' | 'en') => Call) =>
  expectRefused(server, { title, status: 403, code, call });
const seenByAdmin = async (path: string, id: string) =>
  (await server.request('GET', path, { token: admin.token })).body.items.find(
    ({ _id }: { _id: string }) => _id === id,
  );

/** An admin's own order, or one whose fee goes to them, each with another member's order to match it with. */
describe.each([
  ['OWN_ORDER', 'sell', () => admin],
  ['OWN_ORDER', 'buy', () => admin],
  ['FEE_TO_OWN_CODE', 'sell', () => guest],
] as const)('%s: a %s order', (code, side: Side, owner) => {
  const other: Side = side === 'sell' ? 'buy' : 'sell';
  const pairOf = (own: string, counterpart: string) =>
    side === 'sell' ? pair(own, counterpart) : pair(counterpart, own);
  const matchedPair = async () => {
    const own = await market.open(owner(), side, '14000');
    const counterpart = await market.open(member, other, '14000');
    const { sellerOrderId, buyerOrderId } = pairOf(own, counterpart);
    const { _id: tradeId } = await market.match(sellerOrderId, buyerOrderId);
    return { own, counterpart, tradeId, pair: { sellerOrderId, buyerOrderId } };
  };

  test('that admin may not approve, reject or cancel it; other admins may', async () => {
    const id = await market.place(owner(), side, '14000');
    for (const decision of ['approve', 'reject'])
      await refused(code, decision, (language) =>
        asAdmin('POST', approvalPath(side, id, decision, language)),
      );
    const cancelling = () => asAdmin('DELETE', `/${side}/admin/${side}-orders/${id}/cancel`);
    await refused(code, 'cancel', cancelling);
    const pending = `/${side}/admin/all/pending-orders?sort=newest&limit=100`;
    expect(await seenByAdmin(pending, id)).toMatchObject({ conflict: code, action: [] });
    const { items } = await market.see(pending);
    const seenByOther = items.find(({ _id }: { _id: string }) => _id === id);
    expect(seenByOther).toMatchObject({ conflict: null, action: ['approve', 'reject', 'cancel'] });
    expect((await market.approve(side, id)).status).toBe(200);
    await refused(code, 'cancel when open', cancelling);
  });

  test('that admin may neither match it nor preview a match', async () => {
    const own = await market.open(owner(), side, '14000');
    const body = pairOf(own, await market.open(member, other, '14000'));
    await refused(code, 'match', () => asAdmin('POST', '/sell/admin/match-orders', body));
    await refused(code, 'preview', () => asAdmin('POST', '/sell/admin/match-orders/preview', body));
  });

  test('that admin may neither complete nor cancel its match', async () => {
    const { own, counterpart, tradeId, pair: body } = await matchedPair();
    await refused(code, 'complete', () => asAdmin('POST', '/sell/admin/complete-orders', body));
    await refused(code, 'cancel match', () => asAdmin('POST', '/sell/admin/cancel-orders', body));
    const inProgress = (of: Side) => `/${of}/admin/all/inProgress-orders?sort=newest&limit=100`;
    const conflicts = { matchConflicts: [{ tradeId, conflict: code }], action: ['chat'] };
    expect(await seenByAdmin(inProgress(side), own)).toMatchObject(conflicts);
    expect(await seenByAdmin(inProgress(other), counterpart)).toMatchObject({ ...conflicts, conflict: null });
    expect((await market.complete(body.sellerOrderId, body.buyerOrderId)).status).toBe(200);
  });
});

test('an admin may not close the chat of their own match, in which the other party writes; another may', async () => {
  const own = await market.open(admin, 'sell', '14000');
  const { _id: tradeId } = await market.match(own, await market.open(member, 'buy', '14000'));
  for (const room of [tradeId, own])
    await refused('OWN_ORDER', 'close', () => asAdmin('PATCH', `/chat/close/${room}`));
  const call = { token: market.admin.token, body: {} };
  expect((await server.request('PATCH', `/chat/close/${tradeId}`, call)).status).toBe(200);
});

test('no one edits the other party of their match in progress, who could then open no dispute; another may', async () => {
  const party = await server.member({ active: true });
  const { nickname } = party;
  const edit = ({ token }: Person, body: object) =>
    ['PUT', `/user/users/${nickname}`, { token, body }] as const;
  const edited = async (by: Person) =>
    (await server.request(...edit(by, { telegram: `of${by.nickname}` }))).status;
  for (const staff of [await server.member({ active: true, manager: true }), admin]) {
    const pairToEnd = [
      await market.open(party, 'sell', '14000'),
      await market.open(staff, 'buy', '14000'),
    ] as const;
    await market.match(...pairToEnd);
    for (const body of [{ status: 'inactive' }, { phone: '01077776666' }])
      await expectRefused(server, {
        title: 'edit',
        status: 403,
        code: 'COUNTERPART_OWN',
        call: () => edit(staff, body),
      });
    expect(await edited(market.admin)).toBe(200);
    await market.complete(...pairToEnd);
    expect(await edited(staff)).toBe(200);
  }
});

test('an admin may act on an order of an invited buyer: purchases have no fee', async () => {
  const id = await market.place(guest, 'buy', '14000');
  const { token } = admin;
  expect((await server.request('POST', approvalPath('buy', id), { token, body: {} })).status).toBe(200);
});

test('an admin may cancel their own pending order as its owner', async () => {
  const id = await market.place(admin, 'sell', '14000');
  const answer = await server.request('DELETE', `/sell/sell-orders/${id}/cancel`, {
    token: admin.token,
    body: {},
  });
  expect(answer).toMatchObject({ status: 200, body: { order: { status: 'Cancelled' } } });
});
