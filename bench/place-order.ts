import { createHmac, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { callApi } from '../test/api-call.ts';
import { signUpForm, smallJpeg } from '../test/sign-up-form.ts';
import { concurrently, median, percentile, perSecond, type Run } from './measure.ts';
import type { Figure } from './report.ts';
import { startProgram } from './server.ts';

const clients = 16;
const rounds = 3;
const admin = { nickname: 'BenchAdmin', password: 'bench-pass-1' };

/** `POST /sell` by 16 clients, beside a hand-written endpoint on the same Postgres that keeps no events. */
export async function benchPlaceOrder(dataDir: string, orders: number): Promise<Figure> {
  const outbox = path.join(dataDir, 'outbox.jsonl');
  const program = await startProgram('backend/src/main.ts', {
    DATA_DIR: dataDir,
    PORT: '0',
    DEMO: '0',
    SMS_OUTBOX: outbox,
    CODES_PER_IP_PER_HOUR: '100000',
    ADMIN_NICKNAME: admin.nickname,
    ADMIN_PASSWORD: admin.password,
  });
  const secret = randomBytes(32).toString('hex');
  const postgres = await openEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  const crud = await startProgram('bench/crud-server.ts', {
    CRUD_SECRET: secret,
    CRUD_DATABASE: JSON.stringify(postgres.connection),
  });
  try {
    const tokens = await openMarket(`${program.url}/api/v1`, outbox);
    const each = Math.ceil(orders / clients);
    const place = placing(`${program.url}/api/v1/sell`, (client) => tokens[client] ?? '');
    const insert = placing(`${crud.url}/sell`, (client) => signed(secret, `member-${client + 1}`));
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

const signed = (secret: string, member: string): string =>
  `${member}.${createHmac('sha256', secret).update(member).digest('hex')}`;

const placing = (url: string, tokenOf: (client: number) => string) => async (client: number) => {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${tokenOf(client)}` },
    body: JSON.stringify({ amount: 714.2857, krwAmount: 1_000_000, price: 1400 }),
  });
  await answer.arrayBuffer();
  if (answer.status !== 201) throw new Error(`${url} answered ${answer.status}`);
};

/** A price, and 16 active members: their tokens. */
async function openMarket(api: string, outbox: string): Promise<readonly string[]> {
  const call = async (method: string, where: string, options: Parameters<typeof callApi>[2]) => {
    const answer = await callApi(method, api + where, options);
    if (answer.status >= 300) throw new Error(`${where} answered ${answer.status} ${answer.body.code}`);
    return answer.body;
  };
  const { token } = await call('POST', '/user/login', { body: admin });
  await call('POST', '/tetherprice/update-tether-price', { token, body: { tetherPrice: 1400 } });
  const tokens: string[] = [];
  for (let client = 0; client < clients; client += 1) {
    const phone = `010${String(30_000_000 + client)}`;
    await call('POST', '/user/users/sendCode', { body: { phone } });
    const lines = (await readFile(outbox, 'utf8')).trim().split('\n');
    const { code } = JSON.parse(lines.at(-1) ?? '{}') as { code: string };
    await call('POST', '/user/users/verify', { body: { phone, verificationCode: code } });
    const form = signUpForm({ phone });
    await call('POST', '/user/users', {
      form: { fields: form, file: { field: 'tetherIdImage', bytes: smallJpeg() } },
    });
    await call('PUT', `/user/users/${form.nickname}`, { token, body: { status: 'active' } });
    const { nickname, password } = form;
    tokens.push((await call('POST', '/user/login', { body: { nickname, password } })).token);
  }
  return tokens;
}
