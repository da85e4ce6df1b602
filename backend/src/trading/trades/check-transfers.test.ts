import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TradeId } from '@matgyo/contracts/ids';
import type { Usdt } from '@matgyo/contracts/money';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  applicationWithMembers,
  type Person,
  startTestServer,
  type TestServer,
  testSecret,
} from '../../../../test/server.ts';
import { createPayoutChanges } from '../../identity/members/payout-changes.ts';
import { systemTiming } from '../../platform/commands/timing.ts';
import { createDatabase } from '../../platform/database/database.ts';
import { keysFrom } from '../../platform/keys.ts';
import { enterAsFound, rowCheckOf } from '../../proof/sealed-rows/row-check.fixture.ts';
import { type Market, openMarket } from '../orders/market.fixture.ts';
import { createTransferCheck } from './check-transfers.ts';
import { createSolanaNode, judgeTransfer, statusesMax, usdtMint } from './solana-transfers.ts';

const wallet = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v';
const balance = (amount: string, owner = wallet, mint = usdtMint) => ({
  mint,
  owner,
  uiTokenAmount: { amount },
});
const paid = (micros: string) => ({
  blockTime: Date.UTC(2026, 0, 2) / 1_000,
  meta: { err: null, preTokenBalances: [balance('500')], postTokenBalances: [balance(micros)] },
});
const wanted = { wallet, amount: '6.0000' as Usdt, notBefore: '2026-01-01T00:00:00.000Z' };

describe('a final transaction', () => {
  test('must increase the wallet by the match’s amount; the received amount is rounded down', () => {
    expect(judgeTransfer(paid('6000500'), wanted)).toEqual({ outcome: 'arrived', amount: '6.0000' });
    expect(judgeTransfer(paid('6000499'), wanted)).toEqual({ outcome: 'too-little', amount: '5.9999' });
  });

  test('of another wallet or token, or that only decreases the wallet, transferred nothing', () => {
    const to = (owner: string, mint = usdtMint) => ({
      ...paid('0'),
      meta: { err: null, preTokenBalances: null, postTokenBalances: [balance('9000000', owner, mint)] },
    });
    expect(judgeTransfer(to(wallet), wanted)?.outcome).toBe('arrived');
    expect(judgeTransfer(to('other'), wanted)).toEqual({ outcome: 'elsewhere' });
    expect(judgeTransfer(to(wallet, 'So11'), wanted)).toEqual({ outcome: 'elsewhere' });
    expect(judgeTransfer(paid('400'), wanted)).toEqual({ outcome: 'elsewhere' });
  });

  test('sums all accounts of the wallet', () => {
    const meta = { err: null, postTokenBalances: [balance('4000000'), balance('2000000')] };
    expect(judgeTransfer({ ...paid('0'), meta }, wanted)).toEqual({ outcome: 'arrived', amount: '6.0000' });
  });

  test('does not count if it failed or is older than the match', () => {
    const failed = { ...paid('6000500'), meta: { ...paid('6000500').meta, err: { InstructionError: [] } } };
    expect(judgeTransfer(failed, wanted)).toEqual({ outcome: 'failed' });
    const notBefore = '2026-01-02T00:00:01.000Z';
    expect(judgeTransfer(paid('6000500'), { ...wanted, notBefore })?.outcome).toBe('earlier');
  });

  test('does not count while the node does not say when it was made', () => {
    const { meta } = paid('6000500');
    for (const undated of [{ meta }, { meta, blockTime: null }])
      expect(judgeTransfer(undated, wanted)).toBeUndefined();
  });
});

describe('the transaction of a match', () => {
  // Checks all trades, so it needs its own server.
  let server: TestServer;
  let market: Market;
  let node: Server;
  let url: string;
  /** The chain's transactions by signature. */
  const chain = new Map<string, unknown>();
  let requested = 0;
  let isAway = false;

  beforeAll(async () => {
    server = await startTestServer({}, applicationWithMembers);
    market = await openMarket(server);
    node = createServer(async (request, response) => {
      requested += 1;
      if (isAway) {
        response.writeHead(503).end();
        return;
      }
      let text = '';
      for await (const chunk of request) text += String(chunk);
      const { method, params } = JSON.parse(text);
      const statuses = () =>
        params[0].map((each: string) => (chain.has(each) ? { confirmationStatus: 'finalized' } : null));
      const result = method === 'getTransaction' ? chain.get(params[0]) : { value: statuses() };
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
    }).listen(0, '127.0.0.1');
    await vi.waitUntil(() => node.listening, 60_000);
    url = `http://127.0.0.1:${(node.address() as AddressInfo).port}`;
  });
  afterAll(async () => {
    node?.close();
    await server.close();
  });

  const createCheck = (address = url) => {
    const db = createDatabase(server.pool);
    const payoutChanges = createPayoutChanges(db, rowCheckOf(testSecret), keysFrom(testSecret).payouts);
    return createTransferCheck(
      { db, payoutChanges, ledger: { log: server.log, timing: systemTiming } },
      createSolanaNode(address),
    );
  };
  const look = () => createCheck()();

  let made = 0;
  /** A match whose USDT are marked as sent. */
  async function sent() {
    const [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
    const sell = await market.open(seller, 'sell', '140000');
    const buy = await market.open(buyer, 'buy', '140000');
    const tradeId = (await market.match(sell, buy))._id as TradeId;
    made += 1;
    const signature = `4${'m'.repeat(86 - made)}${'1'.repeat(made)}`;
    await mark(tradeId, buyer, { step: 'payment-sent' });
    await mark(tradeId, seller, { step: 'payment-received' });
    await mark(tradeId, seller, { step: 'tether-sent', signature });
    await vi.waitFor(async () => expect((await transferOf(tradeId)).outcome).toBe('unchecked'), 60_000);
    const { body } = await server.request('GET', '/user/payment-methods', { token: buyer.token });
    return { tradeId, signature, seller, buyer, wallet: body.wallet.tetherAddress as string };
  }
  const mark = async (tradeId: TradeId, { token }: Person, body: object) => {
    const { status } = await server.request('POST', `/trades/${tradeId}/steps`, { token, body });
    expect(status).toBe(200);
  };
  const undo = (tradeId: TradeId, { token }: Person) =>
    server.request('DELETE', `/trades/${tradeId}/steps`, { token, body: { step: 'tether-sent' } });
  const transferOf = async (tradeId: TradeId) => {
    const { body } = await server.request('GET', `/trades/${tradeId}/payment`, { token: market.admin.token });
    return body.steps.find(({ step }: { step: string }) => step === 'tether-sent').transfer;
  };
  const checksOf = async (tradeId: TradeId) => {
    const events = await server.eventsOf(`trade-${tradeId}`);
    return events.filter(({ type }) => type === 'TransferChecked').map(({ data }) => data);
  };
  const transfer = (owner: string, micros: string) => ({
    blockTime: Math.ceil(Date.now() / 1_000) + 60,
    meta: { err: null, preTokenBalances: [], postTokenBalances: [balance(micros, owner)] },
  });

  test('is recorded once when it is final, by any backend, and shown to both parties', async () => {
    const { tradeId, signature, wallet: owner } = await sent();
    await look();
    expect(await checksOf(tradeId)).toEqual([]);
    chain.set(signature, transfer(owner, '100000000'));
    await Promise.all([look(), look()]);
    await look();
    const seen = { outcome: 'arrived', amount: '100.0000' };
    expect(await checksOf(tradeId)).toEqual([{ tradeId, signature, ...seen }]);
    await vi.waitFor(async () => expect(await transferOf(tradeId)).toEqual(seen), 60_000);
    const before = requested;
    await look();
    expect(requested).toBe(before);
  });

  test('to another wallet is recorded as such, and both parties are notified', async () => {
    const { tradeId, signature, seller, buyer } = await sent();
    chain.set(signature, transfer('somewhere else', '100000000'));
    await look();
    expect(await checksOf(tradeId)).toEqual([{ tradeId, signature, outcome: 'elsewhere' }]);
    for (const [{ token }, topic] of [
      [seller, 'sellOrders'],
      [buyer, 'buyOrders'],
    ] as const)
      await vi.waitFor(async () => {
        const { body } = await server.request('GET', `/notification/unread/user/${topic}`, { token });
        expect(body.map(({ code }: { code: string }) => code)).toContain('TRANSFER_IN_DOUBT');
      }, 60_000);
  });

  test('is checked again when it was undone and another one is marked', async () => {
    const { tradeId, signature, seller, wallet: owner } = await sent();
    chain.set(signature, transfer('somewhere else', '100000000'));
    await look();
    await undo(tradeId, seller);
    const other = `5${signature.slice(1)}`;
    chain.set(other, transfer(owner, '100000000'));
    await mark(tradeId, seller, { step: 'tether-sent', signature: other });
    await look();
    expect((await checksOf(tradeId)).map(({ outcome }) => outcome)).toEqual(['elsewhere', 'arrived']);
  });

  test('is compared with the wallet that the buyer had when matched, not with a later one', async () => {
    const { tradeId, signature, buyer, wallet: owner } = await sent();
    const { token } = market.admin;
    const edited = await server.request('PUT', `/user/users/${buyer.nickname}`, {
      token,
      body: { tetherAddress: 'So11111111111111111111111111111111111111113' },
    });
    expect(edited.status).toBe(200);
    const { rows } = await server.pool.query(
      `update app.payout_changes set changed_at = changed_at - interval '25 hours' where member_id = $1 returning id`,
      [buyer.memberId],
    );
    await enterAsFound(server.pool, 'app.payout_changes', rows[0].id);
    const approving = { token, body: { confirmAlone: buyer.nickname } };
    const approved = await server.request('POST', `/admin/payout-changes/${rows[0].id}/approve`, approving);
    expect(approved.status).toBe(200);
    chain.set(signature, transfer(owner, '100000000'));
    await look();
    expect(await checksOf(tradeId)).toMatchObject([{ outcome: 'arrived' }]);
  });

  test('that is unknown to the node for half an hour of answers is recorded as not found', async () => {
    const [lost, undone, markedAgain] = [await sent(), await sent(), await sent()];
    await undo(undone.tradeId, undone.seller);
    const check = createCheck();
    for (let looks = 1; looks < 170; looks += 1) await check();
    const { tradeId, seller, signature } = markedAgain;
    await undo(tradeId, seller);
    await mark(tradeId, seller, { step: 'tether-sent', signature });
    for (let looks = 170; looks < 180; looks += 1) await check();
    isAway = true;
    await expect(check()).rejects.toThrow('503');
    isAway = false;
    expect(await checksOf(lost.tradeId)).toEqual([]);
    await check();
    expect(await checksOf(lost.tradeId)).toMatchObject([{ outcome: 'not-found' }]);
    for (const other of [undone, markedAgain]) expect(await checksOf(other.tradeId)).toEqual([]);
  });

  test('that the node knows but does not return is looked up again, after a minute less often', async () => {
    const { tradeId, signature, wallet: owner } = await sent();
    // Like a node that answers the second call with an error.
    chain.set(signature, 'nothing that can be read');
    const check = createCheck();
    const before = requested;
    for (let looks = 0; looks < 59; looks += 1) await check();
    expect(requested - before).toBe(59 + 6);
    expect(await checksOf(tradeId)).toEqual([]);
    chain.set(signature, transfer(owner, '100000000'));
    await check();
    expect(await checksOf(tradeId)).toMatchObject([{ outcome: 'arrived' }]);
  });

  test('is looked up although as many others as fit into a call stay unchecked', async () => {
    const { tradeId, signature, wallet: owner } = await sent();
    await server.pool.query(
      `insert into read_trades.trades
       select (jsonb_populate_record(t, jsonb_build_object('trade_id', lpad(to_hex(n), 24, '0'),
         'unchecked_signature', 'other' || n, 'updated_at', t.updated_at - interval '1 hour'))).*
       from read_trades.trades t, generate_series(1, $2) n where trade_id = $1`,
      [tradeId, statusesMax],
    );
    chain.set(signature, transfer(owner, '100000000'));
    const check = createCheck();
    await check();
    expect(await checksOf(tradeId)).toEqual([]);
    await check();
    expect(await checksOf(tradeId)).toMatchObject([{ outcome: 'arrived' }]);
    await server.pool.query(`delete from read_trades.trades where unchecked_signature like 'other%'`);
  });

  test('is shown in a dispute about the match, with its outcome', async () => {
    const { tradeId, signature, buyer, wallet: owner } = await sent();
    chain.set(signature, transfer(owner, '1000000'));
    await look();
    const opening = { reason: 'TETHER_NOT_RECEIVED', statement: '1 USDT만 왔어요' };
    const opened = await server.request('POST', `/trades/${tradeId}/cases`, {
      token: buyer.token,
      body: opening,
    });
    expect(opened.status).toBe(201);
    for (const { token } of [buyer, market.admin]) {
      const { status, body } = await server.request('GET', `/cases/${opened.body.caseId}`, { token });
      expect(status).toBe(200);
      const checked = body.timeline.find(({ type }: { type: string }) => type === 'TransferChecked');
      const seen = { outcome: 'too-little', amount: '1.0000' };
      expect(checked).toMatchObject({ outcome: null, signature, transfer: seen });
    }
  });

  test('waits while the node does not answer; no message contains the node’s address', async () => {
    const { tradeId } = await sent();
    const answered: unknown = await createCheck(`${url.replace('127.0.0.1', '127.0.0.9')}/secret-key`)().then(
      () => 'done',
      (error: Error) => `${error.message} ${String(error.cause)}`,
    );
    expect(answered).not.toBe('done');
    expect(answered).not.toContain('secret-key');
    expect(await checksOf(tradeId)).toEqual([]);
  });
});
