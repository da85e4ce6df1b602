/** One call of a life cycle, to the program or the reference. */
export type Call = (
  token: string,
  method: string,
  path: string,
  body: object,
) => Promise<Readonly<Record<string, unknown>>>;

export interface Traders {
  readonly admin: string;
  readonly seller: string;
  readonly buyer: string;
}

const figures = { amount: 714.2857, krwAmount: 1_000_000, price: 1400 };
const idOf = ({ order }: Readonly<Record<string, unknown>>): string => (order as { _id: string })._id;

/** Calls of one life cycle: two placements, two approvals, one match, one completion. */
export const callsOfALife = 6;

/** Two orders from placement to completion, one call after the other. */
export async function live(call: Call, { admin, seller, buyer }: Traders): Promise<void> {
  const sell = idOf(await call(seller, 'POST', '/sell', figures));
  const buy = idOf(await call(buyer, 'POST', '/buy', figures));
  await call(admin, 'POST', `/sell/admin/sell-orders/${sell}/approve/ko`, {});
  await call(admin, 'POST', `/buy/admin/buy-orders/${buy}/approve`, {});
  const pair = { sellerOrderId: sell, buyerOrderId: buy };
  await call(admin, 'POST', '/sell/admin/match-orders', pair);
  await call(admin, 'POST', '/sell/admin/complete-orders', pair);
}

export const callKinds = ['place', 'approve', 'match', 'complete'] as const;
export type CallKind = (typeof callKinds)[number];

/** What a call of a life does, by its path. */
export const kindOf = (path: string): CallKind => callKinds.find((kind) => path.includes(kind)) ?? 'place';

export const callAt =
  (base: string): Call =>
  async (token, method, path, body) => {
    const answer = await fetch(base + path, {
      method,
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
      body: JSON.stringify(body),
    });
    const json = (await answer.json()) as Readonly<Record<string, unknown>>;
    if (answer.status >= 300) throw new Error(`${path} answered ${answer.status} ${JSON.stringify(json)}`);
    return json;
  };
