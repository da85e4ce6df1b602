import { randomUUID } from 'node:crypto';
import { startCrudServer } from './crud.ts';
import { alternatingRuns, concurrently, perSecond, type Run } from './measure.ts';
import { openMarket, startMatgyo } from './open-market.ts';
import type { Figure } from './report.ts';

const clients = 16;
const rounds = 3;
const ordersListed = 50;

/** One's own orders and `POST /sell`, by 16 clients, compared with hand-written endpoints on the same Postgres without events. */
export async function benchPlaceOrder(dataDir: string, orders: number): Promise<readonly Figure[]> {
  await using program = await startMatgyo(dataDir);
  await using crud = await startCrudServer(dataDir);
  const { members } = await openMarket(program, dataDir, clients);
  const ours = { url: `${program.url}/api/v1`, tokenOf: (client: number) => members[client] ?? '' };
  const reference = { url: crud.url, tokenOf: (client: number) => crud.tokenOf(client + 1) };
  const each = Math.ceil(orders / clients);
  const measure = (figure: Pick<Comparison, 'what' | 'referenceWhat' | 'callOf'>) =>
    compare({ ...figure, ours, reference, each });
  await concurrently(clients, ordersListed, placing(true)(ours));
  await concurrently(clients, ordersListed, placing(true)(reference));
  return [
    await measure({
      what: 'one’s own 50 orders, 16 clients',
      referenceWhat: 'hand-written Koa + pg, one statement that joins the wallets',
      callOf: listing,
    }),
    await measure({
      what: 'place an order, 16 clients',
      referenceWhat: 'hand-written Koa + pg, order + audit + stats in one transaction',
      callOf: placing(false),
    }),
    await measure({
      what: 'place an order with key and wallet, 16 clients',
      referenceWhat: 'hand-written Koa + pg, order + audit + stats + key + wallet in one transaction',
      callOf: placing(true),
    }),
  ];
}

interface Target {
  readonly url: string;
  readonly tokenOf: (client: number) => string;
}

type CallOf = (target: Target) => (client: number) => Promise<void>;

interface Comparison {
  readonly what: string;
  readonly referenceWhat: string;
  readonly ours: Target;
  readonly reference: Target;
  readonly callOf: CallOf;
  /** Calls of one client in one round. */
  readonly each: number;
}

async function compare({ what, referenceWhat, ours, reference, callOf, each }: Comparison): Promise<Figure> {
  const [call, hand] = [callOf(ours), callOf(reference)];
  await concurrently(clients, 10, call);
  await concurrently(clients, 10, hand);
  const rate = (run: Run) => perSecond(each * clients, run);
  const measured = await alternatingRuns({ rounds, workers: clients, each }, rate, call, hand);
  return { what, unit: 'requests/s', ...measured, referenceWhat };
}

const wallet = '11111111111111111111111111111112';

/** `isFull`: with an idempotency key and a wallet, as the client places sell orders. */
const placing =
  (isFull: boolean): CallOf =>
  ({ url, tokenOf }) =>
  (client) =>
    answered(`${url}/sell`, 201, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: `Bearer ${tokenOf(client)}`,
        ...(isFull && { 'Idempotency-Key': randomUUID() }),
      },
      body: JSON.stringify({
        amount: 714.2857,
        krwAmount: 1_000_000,
        price: 1400,
        ...(isFull && { tetherAddress: wallet }),
      }),
    });

const listing: CallOf =
  ({ url, tokenOf }) =>
  (client) =>
    answered(`${url}/sell/sell-orders?limit=${ordersListed}`, 200, {
      headers: { Authorization: `Bearer ${tokenOf(client)}` },
    });

async function answered(url: string, status: number, request: RequestInit): Promise<void> {
  const answer = await fetch(url, request);
  await answer.arrayBuffer();
  if (answer.status !== status) throw new Error(`${url} answered ${answer.status}`);
}
