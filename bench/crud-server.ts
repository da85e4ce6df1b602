import { createHmac, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import pg from 'pg';

/**
 * The reference for placing an order: what a careful developer writes by hand without events. It checks the
 * token's signature, the account and the price, and writes the order, an audit row and a statistics row in one
 * transaction.
 */
const secret = process.env['CRUD_SECRET'] ?? '';
const pool = new pg.Pool({ ...JSON.parse(process.env['CRUD_DATABASE'] ?? '{}'), max: 16 });
pool.on('error', () => {});

await pool.query(`
  create schema if not exists crud;
  create table if not exists crud.members (id text primary key, status text not null);
  create table if not exists crud.prices (id bigint generated always as identity primary key, price numeric not null);
  create table if not exists crud.orders (
    id bigint generated always as identity primary key, member_id text not null references crud.members,
    side text not null, amount numeric(20,4) not null, krw numeric not null, price numeric not null,
    status text not null, created_at timestamptz not null default now());
  create index if not exists orders_by_member on crud.orders (member_id, created_at desc);
  create table if not exists crud.audit (
    id bigint generated always as identity primary key, at timestamptz not null default now(),
    actor text not null, action text not null, subject bigint not null);
  create table if not exists crud.stats (day date not null, side text not null, orders integer not null, primary key (day, side));
  insert into crud.prices (price) values (1400);
  insert into crud.members select 'member-' || n, 'active' from generate_series(1, 64) n on conflict do nothing;`);

function memberOf(authorization: string | undefined): string | undefined {
  const [, member = '', signature = ''] = /^Bearer ([^.]+)\.([0-9a-f]{64})$/.exec(authorization ?? '') ?? [];
  const expected = createHmac('sha256', secret).update(member).digest();
  const given = Buffer.from(signature, 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected) ? member : undefined;
}

const router = new Router();
router.post('/sell', koaBody({ jsonLimit: '100kb' }), async (ctx) => {
  const member = memberOf(ctx.get('authorization'));
  if (member === undefined) return ctx.throw(401);
  const { krwAmount, price } = ctx.request.body as { krwAmount: number; price: number };
  if (!(krwAmount > 0) || !(price > 0)) return ctx.throw(422);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const account = await client.query(`select 1 from crud.members where id = $1 and status = 'active'`, [
      member,
    ]);
    const current = await client.query('select price from crud.prices order by id desc limit 1');
    if (account.rowCount !== 1 || Number(current.rows[0].price) !== price) {
      await client.query('rollback');
      return ctx.throw(409);
    }
    const placed = await client.query(
      `insert into crud.orders (member_id, side, amount, krw, price, status)
       values ($1, 'sell', round($2::numeric / $3::numeric, 4), $2, $3, 'pending') returning id, amount, created_at`,
      [member, krwAmount, price],
    );
    await client.query(`insert into crud.audit (actor, action, subject) values ($1, 'place', $2)`, [
      member,
      placed.rows[0].id,
    ]);
    await client.query(
      `insert into crud.stats values (current_date, 'sell', 1)
       on conflict (day, side) do update set orders = stats.orders + 1`,
    );
    await client.query('commit');
    ctx.status = 201;
    ctx.body = placed.rows[0];
  } finally {
    client.release();
  }
});

const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
