import { randomBytes, randomUUID } from 'node:crypto';
import path from 'node:path';
import { openEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { crudToken, startCrudServer } from './crud.ts';
import { concurrently, median, percentile, perSecond, type Run } from './measure.ts';
import { openMarket, startMatgyo } from './open-market.ts';
import type { Figure } from './report.ts';

const clients = 16;
const rounds = 3;

/** `POST /sell` by 16 clients, compared with a hand-written endpoint on the same Postgres without events. */
export async function benchPlaceOrder(dataDir: string, orders: number): Promise<readonly Figure[]> {
  const program = await startMatgyo(dataDir);
  const secret = randomBytes(32).toString('hex');
  const postgres = await openEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  const crud = await startCrudServer(secret, postgres.connection);
  try {
    const { members } = await openMarket(program, dataDir, clients);
    const ours = { url: `${program.url}/api/v1/sell`, tokenOf: (client: number) => members[client] ?? '' };
    const reference = {
      url: `${crud.url}/sell`,
      tokenOf: (client: number) => crudToken(secret, `member-${client + 1}`),
    };
    const each = Math.ceil(orders / clients);
    return [
      await compare({ ours, reference, each, isFull: false }),
      await compare({ ours, reference, each, isFull: true }),
    ];
  } finally {
    await crud.stop();
    await program.stop();
  }
}

interface Target {
  readonly url: string;
  readonly tokenOf: (client: number) => string;
}

interface Comparison {
  readonly ours: Target;
  readonly reference: Target;
  /** Orders of one client in one round. */
  readonly each: number;
  /** With an idempotency key and a wallet, as the client places sell orders. */
  readonly isFull: boolean;
}

async function compare({ ours, reference, each, isFull }: Comparison): Promise<Figure> {
  const [place, insert] = [placing(ours, isFull), placing(reference, isFull)];
  await concurrently(clients, 10, place);
  await concurrently(clients, 10, insert);
  const runs: Run[] = [];
  const references: Run[] = [];
  for (let round = 0; round < rounds; round += 1) {
    runs.push(await concurrently(clients, each, place));
    references.push(await concurrently(clients, each, insert));
  }
  const latencies = runs.flatMap(({ latenciesMs }) => latenciesMs);
  const extras = isFull ? ' with key and wallet' : '';
  return {
    what: `place an order${extras}, 16 clients`,
    unit: 'requests/s',
    ours: median(runs.map((run) => perSecond(each * clients, run))),
    reference: median(references.map((run) => perSecond(each * clients, run))),
    referenceWhat: `hand-written Koa + pg, order + audit + stats${isFull ? ' + key + wallet' : ''} in one transaction`,
    latency: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
  };
}

const wallet = '11111111111111111111111111111112';

const placing =
  ({ url, tokenOf }: Target, isFull: boolean) =>
  async (client: number) => {
    const answer = await fetch(url, {
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
    await answer.arrayBuffer();
    if (answer.status !== 201) throw new Error(`${url} answered ${answer.status}`);
  };
