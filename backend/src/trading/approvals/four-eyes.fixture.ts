import { afterAll, beforeAll, beforeEach } from 'vitest';
import {
  applicationWithMembers,
  type Person,
  startTestServer,
  type TestServer,
} from '../../../../test/server.ts';
import { type Market, openMarket, pair } from '../orders/market.fixture.ts';

export let server: TestServer;
export let market: Market;
export let seller: Person;
export let buyer: Person;
export let sell: string;
export let buy: string;
export let tradeId: string;
/** What the only admin types to confirm; ignored if there is another. */
let won: string;

/**
 * For a file whose tests each have a match above the limit. The rules depend on the number of admins, so the file has a
 * server of its own, with one admin.
 */
export function withFourEyes() {
  beforeAll(async () => {
    server = await startTestServer({ FOUR_EYES_KRW: '140000' }, applicationWithMembers);
    market = await openMarket(server);
  });
  afterAll(() => server.close());
  beforeEach(() => newTrade('280000'));
}

export const newAdmin = () => server.member({ active: true, admin: true });

/** A match of two new members' orders, or of those of `parties`. */
export async function newTrade(krw: string, parties: { seller?: Person; buyer?: Person } = {}) {
  won = krw;
  seller = parties.seller ?? (await server.member({ active: true }));
  buyer = parties.buyer ?? (await server.member({ active: true }));
  await matchOrders(await market.open(seller, 'sell', krw), await market.open(buyer, 'buy', krw));
}

export async function matchOrders(ofSeller: string, ofBuyer: string, more = {}) {
  [sell, buy] = [ofSeller, ofBuyer];
  tradeId = (await market.match(sell, buy, more))._id;
}

export const send = (person: Person, method: string, path: string, body: object = {}, headers = {}) =>
  server.request(method, path, { token: person.token, body, headers, language: 'en' });
export const complete = (person: Person, reason?: string) =>
  send(
    person,
    'POST',
    '/sell/admin/complete-orders',
    pair(sell, buy, { confirmAlone: won, ...(reason && { reason }) }),
  );
export const sendRequest = (person: Person, more: object = {}, headers = {}) =>
  send(person, 'POST', '/approvals', { kind: 'completion', tradeId, ...more }, headers);
export const requestApproval = async (): Promise<string> => (await sendRequest(market.admin)).body.approvalId;
export const decide = (person: Person, id: string, how: 'approve' | 'refuse', headers = {}) =>
  send(person, 'POST', `/approvals/${id}/${how}`, {}, headers);
export const mark = (person: Person) =>
  send(person, 'POST', `/trades/${tradeId}/steps`, { step: 'payment-sent' });
export const listed = async (person: Person, show: string) =>
  (await server.request('GET', `/approvals?show=${show}`, { token: person.token })).body.items;
export const completing = async () =>
  (await server.eventsOf(`trade-${tradeId}`)).find(({ type }) => type === 'TradeCompleting');
