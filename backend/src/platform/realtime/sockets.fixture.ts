import { afterEach, beforeAll } from 'vitest';
import { type Person, sharedTestServer, type TestServer } from '../../../../test/server.ts';
import { connected, type SocketOptions, socketTo, type TestSocket } from '../../../../test/sockets.ts';
import { type Market, openMarket } from '../../trading/orders/market.fixture.ts';
export let server: TestServer;
export let market: Market;
export let seller: Person;
export let buyer: Person;
export let outsider: Person;
export let sell: string;
export let buy: string;
export let trade: string;
const open: TestSocket[] = [];

/** For the tests of a file: a match of two members, and one who is no party. Closes what `socketOf` opened. */
export function setUpMatchWithSockets(): void {
  beforeAll(async () => {
    server = await sharedTestServer();
    market = await openMarket(server);
    seller = await server.member({ active: true });
    buyer = await server.member({ active: true });
    outsider = await server.member({ active: true });
    sell = await market.open(seller, 'sell', '1000000');
    buy = await market.open(buyer, 'buy', '300000');
    trade = (await market.match(sell, buy))._id;
  });
  afterEach(() => {
    for (const socket of open.splice(0)) socket.disconnect();
  });
}

export const socketOf = async (person?: Person, options: SocketOptions = {}): Promise<TestSocket> => {
  const socket = socketTo(server.url, { ...options, ...(person && { token: person.token }) });
  open.push(socket);
  return connected(socket);
};
export const edit = (person: Person, body: object) =>
  server.request('PUT', `/user/users/${person.nickname}`, { token: market.admin.token, body });
export const isAbout =
  (key: string) =>
  ({ keys }: { readonly keys: readonly string[] }) =>
    keys.includes(key);
