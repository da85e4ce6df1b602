import { memberStream, tradeStream } from '@matgyo/contracts/streams';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { ApiAnswer } from '../../../../test/api-call.ts';
import { applicationWithMembers, type Person, startTestServer } from '../../../../test/server.ts';
import { enterAsFound } from '../../proof/sealed-rows/row-check.fixture.ts';
import { openMarket, pair } from '../orders/market.fixture.ts';

let seller: Person;
let buyer: Person;
const server = await startTestServer({ FOUR_EYES_KRW: '140000' }, applicationWithMembers);
const market = await openMarket(server);
afterAll(() => server.close());
beforeEach(async () => {
  [seller, buyer] = [await server.member({ active: true }), await server.member({ active: true })];
});

const send = (
  method: string,
  path: string,
  body: object = {},
  { token = market.admin.token, headers = {} } = {},
) => server.request(method, path, { token, body, headers, language: 'ko' });
const refusalAskingFor = (confirmAlone: string) => ({
  status: 409,
  body: {
    code: 'CONFIRM_ALONE',
    error: expect.stringContaining('다른 관리자가 없어요'),
    details: { confirmAlone },
  },
});
const newest = async (stream: string) =>
  (await server.log.readStream(stream, { direction: 'backwards', limit: 10 })).map(({ type, data }) => ({
    type,
    data,
  }));
async function matched(krw: string) {
  const sell = await market.open(seller, 'sell', krw);
  const buy = await market.open(buyer, 'buy', krw);
  const { _id: tradeId } = await market.match(sell, buy);
  return { sell, buy, tradeId };
}
const complete = ({ sell, buy }: { sell: string; buy: string }, more: object = {}, key?: string) =>
  send('POST', '/sell/admin/complete-orders', pair(sell, buy, more), {
    headers: key === undefined ? {} : { 'idempotency-key': key },
  });

describe('the only admin', () => {
  test('completes a match above the limit only with its won typed; the event states that there was no second admin', async () => {
    const trade = await matched('280000');
    for (const confirmAlone of [undefined, '', '28000', '280001', 'yes'])
      expect(await complete(trade, { confirmAlone })).toMatchObject(refusalAskingFor('280000'));
    expect((await newest(tradeStream(trade.tradeId as never)))[0]?.type).toBe('TradeMatched');
    expect((await complete(trade, { confirmAlone: ' 280,000 ' })).status).toBe(200);
    expect(await newest(tradeStream(trade.tradeId as never))).toContainEqual({
      type: 'TradeCompleting',
      data: expect.objectContaining({ approval: 'no-second-admin' }),
    });
  });

  test('gets the same refusal for each repeat of a key, and completes the match with another key', async () => {
    const trade = await matched('280000');
    for (const _ of ['first', 'again'])
      expect(await complete(trade, {}, 'bare')).toMatchObject(refusalAskingFor('280000'));
    expect((await complete(trade, { confirmAlone: '280000' }, 'bare alone')).status).toBe(200);
  });

  test('types nothing for a match that is not above the limit', async () => {
    expect((await complete(await matched('140000'))).status).toBe(200);
  });

  test('rules on a case above the limit only with its won typed, whatever the outcome', async () => {
    for (const outcome of ['complete', 'cancel']) {
      const { tradeId } = await matched('280000');
      const caseId = await takenCase(tradeId);
      const rule = (more: object = {}) =>
        send('POST', `/cases/${caseId}/ruling`, {
          outcome,
          reasons: ['PAYMENT_PROVEN'],
          statement: 'Paid.',
          ...more,
        });
      expect(await rule()).toMatchObject(refusalAskingFor('280000'));
      expect((await rule({ confirmAlone: '280000' })).status).toBe(200);
    }
  });

  test('grants a role only with the nickname typed, as it is written', async () => {
    const { nickname, memberId } = await server.member({ active: true });
    const edit = (more: object): Promise<ApiAnswer> =>
      send('PUT', `/user/users/${nickname.toUpperCase()}`, { manager: true, ...more });
    for (const confirmAlone of [undefined, 'another1', nickname.toUpperCase()])
      expect(await edit({ confirmAlone })).toMatchObject(refusalAskingFor(nickname));
    expect((await edit({ confirmAlone: nickname })).status).toBe(200);
    expect((await newest(memberStream(memberId as never)))[0]).toMatchObject({
      type: 'RoleGranted',
      data: { role: 'manager', approval: 'no-second-admin' },
    });
    const other = await server.member({ active: true });
    expect((await send('PUT', `/user/users/${other.nickname}`, { telegram: 'another' })).status).toBe(200);
  });

  test('approves their own change of payout data only with the nickname typed; a manager’s without', async () => {
    const manager = await server.member({ active: true, manager: true });
    for (const by of [manager, market.admin]) {
      const { nickname, memberId } = await server.member({ active: true });
      const edited = await send(
        'PUT',
        `/user/users/${nickname}`,
        { bankAccount: '777' },
        { token: by.token },
      );
      expect(edited.status).toBe(200);
      const { rows } = await server.pool.query(
        `update app.payout_changes set changed_at = changed_at - interval '1 day' where member_id = $1 returning id`,
        [memberId],
      );
      await enterAsFound(server.pool, 'app.payout_changes', rows[0].id);
      const approve = (body: object) => send('POST', `/admin/payout-changes/${rows[0].id}/approve`, body);
      if (by === market.admin) expect(await approve({})).toMatchObject(refusalAskingFor(nickname));
      expect((await approve(by === market.admin ? { confirmAlone: nickname } : {})).status).toBe(200);
    }
  });
});

/** A case about a match, opened by the buyer and taken by the admin. */
async function takenCase(tradeId: string): Promise<string> {
  const open = { reason: 'TETHER_NOT_RECEIVED', statement: 'Nothing arrived.' };
  const { body } = await send('POST', `/trades/${tradeId}/cases`, open, { token: buyer.token });
  expect((await send('POST', `/cases/${body.caseId}/take`)).status).toBe(200);
  return body.caseId;
}
