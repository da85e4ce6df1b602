import { registerApp } from '../../test/authenticator-app.ts';
import { registerPasskey } from '../../test/passkey-device.ts';
import type { Person, TestServer } from '../../test/server.ts';
import { million, placeOrder, small, type World } from './world.ts';

export interface Market {
  /** Has orders in every state. */
  readonly seller: Person;
  readonly buyer: Person;
  /** Has an active account and no orders. */
  readonly newcomer: Person;
  /** Not activated yet. */
  readonly inactive: Person;
  readonly admin: Person;
  readonly manager: Person;
  /** A sell order with a settled and a live match. */
  readonly busyOrderId: string;
  /** The buy order of its live match. */
  readonly busyCounterId: string;
  /** Signs in with an authenticator app as well, has a passkey, and a changed bank account to confirm. */
  readonly secured: Person;
  /** A match whose won have been sent and received. */
  readonly paid: Pair;
  /** A match that waits for the buyer's consent to its price. */
  readonly offered: Pair;
  /** A dispute opened by the buyer, which the admin has taken. */
  readonly caseId: string;
}

interface Pair {
  readonly sellId: string;
  readonly buyId: string;
  readonly tradeId: string;
}

/** 200 USDT each. */
const highPriced = { krwAmount: '290000', price: '1450', amount: '200' };
const lowPriced = { krwAmount: '282400', price: '1412', amount: '200' };

const markets = new WeakMap<TestServer, Promise<Market>>();

/** A market with orders in every state, created over HTTP; one for each application. */
export function fillMarket(world: World): Promise<Market> {
  const market = markets.get(world.server) ?? fill(world);
  markets.set(world.server, market);
  return market;
}

async function fill(world: World): Promise<Market> {
  const { server, admin } = world;
  await admin.setPrice('1450');
  const seller = await server.member({ active: true, nickname: 'seojin0907' });
  const { body: invitation } = await server.request('GET', '/user/invitations', { token: seller.token });
  const buyer = await server.member({
    active: true,
    nickname: 'dabin88',
    referralCode: invitation.inviteCode,
  });
  const newcomer = await server.member({ active: true });
  const inactive = await server.member();
  const manager = await server.member({ active: true, manager: true, nickname: 'manager7' });
  const sell = (figures = million) => placeOrder(server, seller, 'sell', figures);
  const buy = (figures = small) => placeOrder(server, buyer, 'buy', figures);

  const highPricedId = await sell(highPriced);
  await admin.setPrice('1405');
  await admin.setPrice('1412');
  const busyOrderId = await sell();
  const done = await sell(small);
  const rejected = await sell();
  const cancelled = await sell();
  const onSale = await sell();
  await sell();
  const [first, second, third] = [await buy(), await buy(), await buy()];
  const waiting = await buy(million);
  await buy(million);
  for (const id of [busyOrderId, done, onSale]) await admin.approve('sell', id);
  for (const id of [first, second, third, waiting]) await admin.approve('buy', id);
  await admin.reject('sell', rejected);
  await server.request('DELETE', `/sell/sell-orders/${cancelled}/cancel`, { token: seller.token, body: {} });
  await admin.match(busyOrderId, first);
  await admin.complete(busyOrderId, first);
  await admin.match(busyOrderId, second);
  await admin.match(done, third);
  await admin.complete(done, third);
  const sendInquiry = (title: string, description: string) =>
    server.request('POST', '/inquiry', { token: seller.token, body: { title, description } });
  const answered = await sendInquiry('Sell Inquiry', '판매 대금은 언제 들어오나요?');
  await admin.answer(answered.body.inquiry._id, '거래가 끝나면 바로 보내 드려요.');
  await sendInquiry('Edit Account Info', '계좌번호를 바꾸고 싶어요.');
  const staff = await server.admin();
  const say = (who: Person, room: object, content: string) =>
    server.request('POST', '/chat', { token: who.token, body: { ...room, content } });
  const trade = { orderId: busyOrderId, currentOrderInProgress: second };
  await say(staff, { orderId: busyOrderId }, '입금이 확인되면 알려 드릴게요.');
  await say(seller, { orderId: busyOrderId }, '네, 국민은행 계좌로 받을게요.');
  await say(buyer, { orderId: second }, '방금 이체했어요.');
  await say(seller, trade, '국민은행 계좌로 부탁드려요.');
  await say(buyer, trade, '방금 이체했어요. 확인 부탁드려요.');
  const parties = { seller, buyer, staff };
  const pair = async (sellId: Promise<string> | string, figures = small) =>
    matched(world, parties, await sellId, await buy(figures));
  const unsecured = await server.member({ active: true });
  const withApp = await registerApp(server, unsecured);
  const { token } = await registerPasskey(server, { ...unsecured, token: withApp.token });
  const requesting = await server.member({ active: true, admin: true });
  await send(world, requesting, '/approvals', { kind: 'role', nickname: newcomer.nickname, manager: true });
  await changePayout(world, manager, unsecured);
  // Registering an app requires a recent password.
  await send(world, newcomer, '/user/step-up', { password: newcomer.password });
  return {
    seller,
    buyer,
    newcomer,
    inactive,
    admin: staff,
    manager,
    busyOrderId,
    busyCounterId: second,
    secured: { ...unsecured, token },
    offered: await pair(highPricedId, lowPriced),
    paid: await paidFor(world, parties, await pair(sell(small))),
    caseId: await disputed(world, parties, await pair(sell(small))),
  };
}

/** Staff change where a member is paid, which the member or an admin has to confirm. */
async function changePayout({ server }: World, { token }: Person, { nickname }: Person): Promise<void> {
  const body = { bankName: '카카오뱅크', bankAccount: '3333092216480' };
  const { status } = await server.request('PUT', `/user/users/${nickname}`, { token, body });
  if (status !== 200) throw new Error(`changing the bank account answered ${status}`);
}

interface Parties {
  readonly seller: Person;
  readonly buyer: Person;
  readonly staff: Person;
}

async function send({ server }: World, { token }: Person, where: string, body: object) {
  const answer = await server.request('POST', where, { token, body });
  if (answer.status >= 300) throw new Error(`POST ${where} answered ${answer.status} ${answer.body.code}`);
  return answer.body;
}

/** Approves and matches two orders, or proposes it where their prices are too far apart. */
async function matched(world: World, { staff }: Parties, sellId: string, buyId: string): Promise<Pair> {
  await world.admin.approve('sell', sellId);
  await world.admin.approve('buy', buyId);
  const body = { sellerOrderId: sellId, buyerOrderId: buyId, askConsent: true };
  const { trade } = await send(world, staff, '/sell/admin/match-orders', body);
  return { sellId, buyId, tradeId: trade._id };
}

async function paidFor(world: World, { seller, buyer }: Parties, pair: Pair): Promise<Pair> {
  const steps = `/trades/${pair.tradeId}/steps`;
  await send(world, buyer, steps, { step: 'payment-sent' });
  await send(world, seller, steps, { step: 'payment-received' });
  return pair;
}

async function disputed(world: World, { buyer, staff }: Parties, { tradeId }: Pair): Promise<string> {
  const first = { reason: 'TETHER_NOT_RECEIVED', statement: '원화를 보냈는데 USDT가 들어오지 않았어요.' };
  const { caseId } = await send(world, buyer, `/trades/${tradeId}/cases`, first);
  await send(world, staff, `/cases/${caseId}/take`, {});
  return caseId;
}
