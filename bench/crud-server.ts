import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Router from '@koa/router';
import Koa from 'koa';
import { koaBody } from 'koa-body';
import pg from 'pg';

/**
 * The reference for trading: what a careful developer writes by hand without events. Each call checks the token's
 * signature and its input, and writes its rows, an audit row and a statistics row in one transaction.
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
    side text not null, amount numeric(20,4) not null, open numeric(20,4) not null, krw numeric not null,
    price numeric not null, status text not null, created_at timestamptz not null default now());
  create index if not exists orders_by_member on crud.orders (member_id, created_at desc);
  create table if not exists crud.trades (
    id bigint generated always as identity primary key, sell_id bigint not null references crud.orders,
    buy_id bigint not null references crud.orders, amount numeric(20,4) not null, fee numeric(20,4),
    status text not null, created_at timestamptz not null default now());
  create index if not exists trades_by_pair on crud.trades (sell_id, buy_id);
  create table if not exists crud.audit (
    id bigint generated always as identity primary key, at timestamptz not null default now(),
    actor text not null, action text not null, subject bigint not null);
  create table if not exists crud.wallets (order_id bigint primary key references crud.orders, address text not null);
  create table if not exists crud.keys (
    member_id text not null, key text not null, body_hash text not null, answer json not null, primary key (member_id, key));
  create table if not exists crud.stats (day date not null, what text not null, total numeric not null, primary key (day, what));
  insert into crud.prices (price) values (1400);
  insert into crud.members select 'member-' || n, 'active' from generate_series(1, 64) n on conflict do nothing;`);

function memberOf(authorization: string | undefined): string | undefined {
  const [, member = '', signature = ''] = /^Bearer ([^.]+)\.([0-9a-f]{64})$/.exec(authorization ?? '') ?? [];
  const expected = createHmac('sha256', secret).update(member).digest();
  const signatureBytes = Buffer.from(signature, 'hex');
  return signatureBytes.length === expected.length && timingSafeEqual(signatureBytes, expected)
    ? member
    : undefined;
}

interface Action {
  readonly client: pg.PoolClient;
  readonly member: string;
  readonly params: Readonly<Record<string, string>>;
  readonly body: Readonly<Record<string, number | string>>;
}

class Refused extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

/** Runs one action in a transaction and records it: actor, action, subject. */
const command =
  (what: string, perform: (command: Action) => Promise<{ id: string; total: string; row: object }>) =>
  async (ctx: Koa.ParameterizedContext & { params: Record<string, string>; request: { body?: unknown } }) => {
    const member = memberOf(ctx.get('authorization'));
    if (member === undefined) return ctx.throw(401);
    const client = await pool.connect();
    try {
      await client.query('begin');
      const body = (ctx.request.body ?? {}) as Action['body'];
      const { id, total, row } = await perform({ client, member, params: ctx.params, body });
      await client.query('insert into crud.audit (actor, action, subject) values ($1, $2, $3)', [
        member,
        what,
        id,
      ]);
      await client.query(
        `insert into crud.stats values (current_date, $1, $2)
         on conflict (day, what) do update set total = stats.total + excluded.total`,
        [what, total],
      );
      const key = ctx.get('idempotency-key');
      if (key !== '')
        await client.query('insert into crud.keys values ($1, $2, $3, $4)', [
          member,
          key,
          createHash('sha256').update(JSON.stringify(body)).digest('hex'),
          JSON.stringify(row),
        ]);
      await client.query('commit');
      ctx.status = 201;
      ctx.body = row;
    } catch (error) {
      await client.query('rollback');
      if (error instanceof Refused) return ctx.throw(error.status);
      throw error;
    } finally {
      client.release();
    }
  };

const place = (side: 'sell' | 'buy') =>
  command(`place ${side}`, async ({ client, member, body }) => {
    const { krwAmount, price } = body as { krwAmount: number; price: number };
    if (!(krwAmount > 0) || !(price > 0)) throw new Refused(422);
    const account = await client.query(`select 1 from crud.members where id = $1 and status = 'active'`, [
      member,
    ]);
    const current = await client.query('select price from crud.prices order by id desc limit 1');
    if (account.rowCount !== 1 || Number(current.rows[0].price) !== price) throw new Refused(409);
    const { rows } = await client.query(
      `insert into crud.orders (member_id, side, amount, open, krw, price, status)
       values ($1, $4, round($2::numeric / $3::numeric, 4), round($2::numeric / $3::numeric, 4), $2, $3, 'pending')
       returning id as _id, amount, created_at`,
      [member, krwAmount, price, side],
    );
    const wallet = body['tetherAddress'];
    if (wallet !== undefined)
      await client.query('insert into crud.wallets values ($1, $2)', [rows[0]._id, wallet]);
    return { id: rows[0]._id, total: '1', row: { order: rows[0] } };
  });

const approve = command('approve', async ({ client, params }) => {
  const { rows } = await client.query(
    `update crud.orders set status = 'open' where id = $1 and status = 'pending' returning id as _id, status`,
    [params['id']],
  );
  if (rows.length === 0) throw new Refused(409);
  return { id: rows[0]._id, total: '1', row: { order: rows[0] } };
});

const match = command('match', async ({ client, body: { sellerOrderId, buyerOrderId } }) => {
  const { rows } = await client.query(
    `select id, open from crud.orders where id = any($1) and status = 'open' order by id for update`,
    [[sellerOrderId, buyerOrderId]],
  );
  if (rows.length !== 2) throw new Refused(409);
  const amount = Number(rows[0].open) < Number(rows[1].open) ? rows[0].open : rows[1].open;
  await client.query('update crud.orders set open = open - $2 where id = any($1)', [
    [sellerOrderId, buyerOrderId],
    amount,
  ]);
  const made = await client.query(
    `insert into crud.trades (sell_id, buy_id, amount, status) values ($1, $2, $3, 'matched') returning id as _id`,
    [sellerOrderId, buyerOrderId, amount],
  );
  return { id: made.rows[0]._id, total: amount, row: { trade: made.rows[0] } };
});

const complete = command('complete', async ({ client, body: { sellerOrderId, buyerOrderId } }) => {
  const { rows } = await client.query(
    `update crud.trades set status = 'completed', fee = round(amount * 0.01, 4)
     where sell_id = $1 and buy_id = $2 and status = 'matched' returning id as _id, fee`,
    [sellerOrderId, buyerOrderId],
  );
  if (rows.length === 0) throw new Refused(409);
  await client.query(`update crud.orders set status = 'completed' where id = any($1) and open = 0`, [
    [sellerOrderId, buyerOrderId],
  ]);
  return { id: rows[0]._id, total: rows[0].fee, row: { trade: rows[0] } };
});

const list = async (ctx: Koa.ParameterizedContext) => {
  const member = memberOf(ctx.get('authorization'));
  if (member === undefined) return ctx.throw(401);
  const { rows } = await pool.query(
    `select o.id as _id, side, amount, open, krw, price, status, created_at, w.address
     from crud.orders o left join crud.wallets w on w.order_id = o.id
     where member_id = $1 and side = 'sell' order by created_at desc limit 50`,
    [member],
  );
  ctx.body = { items: rows };
};

const body = koaBody({ jsonLimit: '100kb' });
const router = new Router();
router.get('/sell/sell-orders', list);
router.post('/sell', body, place('sell'));
router.post('/buy', body, place('buy'));
router.post('/sell/admin/sell-orders/:id/approve/:language', body, approve);
router.post('/buy/admin/buy-orders/:id/approve', body, approve);
router.post('/sell/admin/match-orders', body, match);
router.post('/sell/admin/complete-orders', body, complete);

const server = new Koa().use(router.routes()).listen(0, '127.0.0.1', () => {
  process.stdout.write(`ready http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
