import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { openEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { crudToken, startCrudServer } from './crud.ts';
import { concurrently, median, percentile, perSecond, type Run } from './measure.ts';
import { openMarket, startMatgyo } from './open-market.ts';
import type { Figure } from './report.ts';

const clients = 16;
const rounds = 3;

/** `POST /sell` by 16 clients, beside a hand-written endpoint on the same Postgres that keeps no events. */
export async function benchPlaceOrder(dataDir: string, orders: number): Promise<Figure> {
  const program = await startMatgyo(dataDir);
  const secret = randomBytes(32).toString('hex');
  const postgres = await openEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  const crud = await startCrudServer(secret, postgres.connection);
  try {
    const { members } = await openMarket(program, dataDir, clients);
    const each = Math.ceil(orders / clients);
    const place = placing(`${program.url}/api/v1/sell`, (client) => members[client] ?? '');
    const insert = placing(`${crud.url}/sell`, (client) => crudToken(secret, `member-${client + 1}`));
    await concurrently(clients, 10, place);
    await concurrently(clients, 10, insert);
    const ours: Run[] = [];
    const references: Run[] = [];
    for (let round = 0; round < rounds; round += 1) {
      ours.push(await concurrently(clients, each, place));
      references.push(await concurrently(clients, each, insert));
    }
    const latencies = ours.flatMap(({ latenciesMs }) => latenciesMs);
    return {
      what: 'place an order, 16 clients',
      unit: 'requests/s',
      ours: median(ours.map((run) => perSecond(each * clients, run))),
      reference: median(references.map((run) => perSecond(each * clients, run))),
      referenceWhat: 'hand-written Koa + pg, order + audit + stats in one transaction',
      latency: { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) },
    };
  } finally {
    await crud.stop();
    await program.stop();
  }
}

const placing = (url: string, tokenOf: (client: number) => string) => async (client: number) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${tokenOf(client)}` },
    body: JSON.stringify({ amount: 714.2857, krwAmount: 1_000_000, price: 1400 }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 201) throw new Error(`${url} answered ${answer.status}`);
};
