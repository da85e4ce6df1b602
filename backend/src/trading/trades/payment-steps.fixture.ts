import { base58 } from '@matgyo/contracts/solana-address';
import { beforeAll, beforeEach } from 'vitest';
import { type Person, sharedTestServer, type TestServer } from '../../../../test/server.ts';
import { type Market, openMarket } from '../orders/market.fixture.ts';

export let server: TestServer;
export let market: Market;
export let seller: Person;
export let buyer: Person;
export let stranger: Person;
export let sell: string;
export let buy: string;
export let tradeId: string;

/** For the tests of a file: another match of two other members in each. */
export function setUpMatch(): void {
  beforeAll(async () => {
    server = await sharedTestServer();
    market = await openMarket(server);
    stranger = await server.member({ active: true });
  });
  beforeEach(async () => {
    [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
    await matchAgain();
  });
}

/** Two more orders of the same or other members, and their match: the one that the tests act on from then on. */
export async function matchAgain(others: { seller?: Person; buyer?: Person } = {}): Promise<void> {
  seller = others.seller ?? seller;
  buyer = others.buyer ?? buyer;
  ({ sell, buy, tradeId } = await newTrade());
}

export async function newTrade() {
  const orders = {
    sell: await market.open(seller, 'sell', '140000'),
    buy: await market.open(buyer, 'buy', '140000'),
  };
  return { ...orders, tradeId: (await market.match(orders.sell, orders.buy))._id };
}

/** An unused signature. */
export const newSignature = () =>
  `3${Array.from({ length: 86 }, () => base58[Math.floor(Math.random() * 58)]).join('')}`;

export const mark = (person: Person, body: object, id = tradeId, headers = {}) =>
  server.request('POST', `/trades/${id}/steps`, { token: person.token, body, headers });
export const undo = (person: Person, step: string, id = tradeId) =>
  server.request('DELETE', `/trades/${id}/steps`, { token: person.token, body: { step } });
export const move = (body: object, id = tradeId) =>
  server.request('POST', `/trades/${id}/window`, { token: market.admin.token, body });
export const payment = async (person: Person) =>
  (await server.request('GET', `/trades/${tradeId}/payment`, { token: person.token })).body;
export const typesOf = async (id = tradeId) => (await server.typesOf(`trade-${id}`)).slice(2);
