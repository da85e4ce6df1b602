import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { openEmbeddedPostgres } from '@matgyo/event-store/embedded-postgres/index';
import { withClient } from '@matgyo/event-store/postgres/with-client';
import type pg from 'pg';
import { callApi } from '../test/api-call.ts';
import { signUpForm } from '../test/sign-up-form.ts';
import { connected, socketTo } from '../test/sockets.ts';
import { countingStatementsIn, statementsIn } from './count-statements-in.ts';
import { median } from './measure.ts';
import { claimsOf, openMarket, startMatgyo } from './open-market.ts';

/** What one call costs the database, on an otherwise idle server. */
interface Cost {
  /** Statements of the program for the call and its consequences, beyond those when idle. */
  readonly statements: number;
  /** Transactions that wrote. */
  readonly commits: number;
  readonly walBytes: number;
}

export type CallCost = Cost & { readonly call: string };

/** Time for read models and notifications to finish after a call. */
const quietMs = 400;
const idleSeconds = 10;

/** Counts statements and commits of each call, and of an idle second. */
export async function countCalls(dataDir: string, rounds: number): Promise<readonly CallCost[]> {
  const countFile = `${dataDir}.statements`;
  await using program = await startMatgyo(dataDir, countingStatementsIn(countFile));
  const postgres = await openEmbeddedPostgres({ dataDir: path.join(dataDir, 'postgres') });
  return await withClient(postgres.connection, async (client) => {
    await client.query('create extension pg_walinspect');
    const { admin, members } = await openMarket(program, dataDir, 2);
    const [seller = '', buyer = ''] = members;
    const costOf = meter(client, countFile);
    const sockets = [
      await connected(socketTo(program.url)),
      await connected(socketTo(program.url, { token: seller })),
    ];
    await delay(quietMs);
    const idle = await costOf(() => delay(idleSeconds * 1_000));
    const perSecond = (cost: number): number => cost / idleSeconds;
    const costs = new Map<string, Cost[]>();
    const counted = async (call: string, work: () => Promise<unknown>) => {
      let result: unknown;
      const startedAt = performance.now();
      const cost = await costOf(async () => {
        result = await work();
        await delay(quietMs);
      });
      const seconds = (performance.now() - startedAt) / 1_000;
      const own = {
        ...cost,
        statements: Math.max(0, cost.statements - perSecond(idle.statements) * seconds),
      };
      costs.set(call, [...(costs.get(call) ?? []), own]);
      return result as Awaited<ReturnType<typeof callApi>>['body'];
    };
    const send = async (token: string | undefined, method: string, where: string, body?: object) => {
      const answer = await callApi(method, `${program.url}/api/v1${where}`, {
        ...(token !== undefined && { token }),
        ...(body && { body }),
        headers: method === 'GET' ? {} : { 'idempotency-key': randomUUID() },
      });
      if (answer.status >= 300) throw new Error(`${where} answered ${answer.status}`);
      return answer.body;
    };
    const order = { amount: 714.2857, krwAmount: 1_000_000, price: 1400 };
    for (let round = 0; round < rounds; round += 1) {
      const sold = await counted('place', () => send(seller, 'POST', '/sell', order));
      const bought = await send(buyer, 'POST', '/buy', order);
      const [sell, buy] = [sold.order._id, bought.order._id];
      await delay(quietMs);
      await counted('approve', () => send(admin, 'POST', `/sell/admin/sell-orders/${sell}/approve/ko`, {}));
      await send(admin, 'POST', `/buy/admin/buy-orders/${buy}/approve`, {});
      await delay(quietMs);
      const pair = { sellerOrderId: sell, buyerOrderId: buy };
      const { trade } = await counted('match', () => send(admin, 'POST', '/sell/admin/match-orders', pair));
      await counted('mark a payment step', () =>
        send(buyer, 'POST', `/trades/${trade._id}/steps`, { step: 'payment-sent' }),
      );
      await counted('first chat message', () =>
        send(seller, 'POST', '/chat', { orderId: sell, content: '안녕하세요' }),
      );
      await counted('chat message', () => send(seller, 'POST', '/chat', { orderId: sell, content: '네' }));
      await counted('complete', () => send(admin, 'POST', '/sell/admin/complete-orders', pair));
      await counted('list of one’s own orders', () => send(seller, 'GET', '/sell/sell-orders'));
      const { nickname } = claimsOf(seller);
      const { password } = signUpForm({});
      await counted('sign-in', () => send(undefined, 'POST', '/user/login', { nickname, password }));
    }
    for (const socket of sockets) socket.disconnect();
    return [
      ...[...costs].map(([call, own]) => ({ call, ...middle(own) })),
      {
        call: 'a second in which nothing happens, two sockets open',
        statements: perSecond(idle.statements),
        commits: perSecond(idle.commits),
        walBytes: perSecond(idle.walBytes),
      },
    ];
  });
}

const meter = (client: pg.Client, countFile: string) => {
  const end = async (): Promise<string> => {
    const { rows } = await client.query('select pg_current_wal_insert_lsn()::text as lsn');
    return rows[0].lsn;
  };
  return async (work: () => Promise<unknown>): Promise<Cost> => {
    const [before, from] = [await statementsIn(countFile), await end()];
    await work();
    const [after, to] = [await statementsIn(countFile), await end()];
    if (from === to) return { statements: after - before, commits: 0, walBytes: 0 };
    // Asynchronous inserts may not be counted in the file yet.
    await client.query('select pg_switch_wal()');
    const { rows } = await client.query<{ commits: number; bytes: number }>(
      `select count(*) filter (where resource_manager = 'Transaction' and record_type like 'COMMIT%')::int as commits,
         ($2::pg_lsn - $1::pg_lsn)::float8 as bytes
       from pg_get_wal_records_info($1::pg_lsn, $2::pg_lsn)`,
      [from, to],
    );
    return {
      statements: after - before,
      commits: rows[0]?.commits ?? Number.NaN,
      walBytes: rows[0]?.bytes ?? Number.NaN,
    };
  };
};

function middle(costs: readonly Cost[]): Cost {
  const of = (which: keyof Cost): number => median(costs.map((cost) => cost[which]));
  return { statements: of('statements'), commits: of('commits'), walBytes: of('walBytes') };
}

export const costTable = (costs: readonly CallCost[]): string =>
  [
    '| call | statements | commits | WAL bytes |',
    '|---|---:|---:|---:|',
    ...costs.map(
      ({ call, statements, commits, walBytes }) =>
        `| ${call} | ${statements.toFixed(1)} | ${commits.toFixed(1)} | ${Math.round(walBytes).toLocaleString('en-US')} |`,
    ),
  ].join('\n');
