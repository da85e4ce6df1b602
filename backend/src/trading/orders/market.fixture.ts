import type { ApiAnswer, ApiCall } from '../../../../test/api-call.ts';
import type { Person, TestServer } from '../../../../test/server.ts';

type Side = 'sell' | 'buy';

/** Common actions on a market, over HTTP. Each fails the test unless it succeeds. */
export interface Market {
  readonly admin: Person;
  setPrice(price: string): Promise<void>;
  /** Places an order of `krw` won at `price` and returns its id. */
  place(member: Person, side: Side, krw: string, price?: string): Promise<string>;
  /** Places and approves. */
  open(member: Person, side: Side, krw: string, price?: string): Promise<string>;
  approve(side: Side, id: string): Promise<ApiAnswer>;
  match(sell: string, buy: string, more?: object): Promise<{ readonly _id: string; readonly amount: string }>;
  complete(sell: string, buy: string): Promise<ApiAnswer>;
  cancelMatch(sell: string, buy: string): Promise<ApiAnswer>;
  /** A GET by the admin. */
  see(path: string): Promise<ApiAnswer['body']>;
}

export const pair = (sell: string, buy: string, more: object = {}) => ({
  sellerOrderId: sell,
  buyerOrderId: buy,
  ...more,
});

/** The figures a client sends with an order, USDT with 4 decimals. */
export const figures = (krw: string, price: string) => ({
  krwAmount: krw,
  price,
  amount: (Number(krw) / Number(price)).toFixed(4),
});

export const approvalPath = (side: Side, id: string, decision = 'approve', language = 'ko'): string =>
  side === 'sell'
    ? `/sell/admin/sell-orders/${id}/${decision}/${language}`
    : `/buy/admin/buy-orders/${id}/${decision}`;

export async function succeed(
  server: TestServer,
  method: string,
  path: string,
  call: ApiCall,
): Promise<ApiAnswer> {
  const answer = await server.request(method, path, call);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
  return answer;
}

export async function openMarket(server: TestServer, price = '1400'): Promise<Market> {
  const admin = await server.admin();
  const { token } = admin;
  const post = (path: string, body: unknown) => succeed(server, 'POST', path, { token, body });
  const market: Market = {
    admin,
    setPrice: async (tetherPrice) => {
      await post('/tetherprice/update-tether-price', { tetherPrice });
    },
    async place(member, side, krw, at = price) {
      const call = { token: member.token, body: figures(krw, at) };
      return (await succeed(server, 'POST', `/${side}`, call)).body.order._id;
    },
    async open(member, side, krw, at = price) {
      const id = await market.place(member, side, krw, at);
      await market.approve(side, id);
      return id;
    },
    approve: (side, id) => post(approvalPath(side, id), {}),
    match: async (sell, buy, more = {}) =>
      (await post('/sell/admin/match-orders', pair(sell, buy, more))).body.trade,
    complete: (sell, buy) => post('/sell/admin/complete-orders', pair(sell, buy)),
    cancelMatch: (sell, buy) => post('/sell/admin/cancel-orders', pair(sell, buy)),
    see: async (path) => (await succeed(server, 'GET', path, { token })).body,
  };
  await market.setPrice(price);
  return market;
}
