import type { ErrorCode } from '@matgyo/contracts/errors/index';
import { describe, expect, test } from 'vitest';
import type { ApiCall } from '../../../../test/api-call.ts';
import type { Person } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import { expectRefused, type Refused, unusedId } from '../orders/refused.fixture.ts';
import {
  buy,
  buyer,
  market,
  matchAgain,
  sell,
  seller,
  server,
  setUpMatch,
  stranger,
  tradeId,
  typesOf,
} from '../trades/payment-steps.fixture.ts';
import { action, codeOf, newAdmin, open, opened, reason, ruling, send } from './cases.fixture.ts';

setUpMatch();

describe('refusals', () => {
  test.each([
    ['no reason', { statement: 'x' }, 422, 'CASE_NEEDS_REASON'],
    ['a reason that is none', { reason: 'BECAUSE', statement: 'x' }, 422, 'CASE_NEEDS_REASON'],
    ['no statement', { reason }, 422, 'STATEMENT_REQUIRED'],
    ['a blank statement', { reason, statement: '  ' }, 422, 'STATEMENT_REQUIRED'],
    ['a statement without end', { reason, statement: 'x'.repeat(2_001) }, 422, 'STATEMENT_TOO_LONG'],
  ])('%s', async (_, body, status, code) => {
    expect(codeOf(await open(buyer, body))).toEqual([status, code]);
    expect(await typesOf()).toEqual([]);
  });

  test('a member who is no party, an unknown match, and an ended one', async () => {
    expect(codeOf(await open(stranger))).toEqual([404, 'TRADE_NOT_FOUND']);
    await market.cancelMatch(sell, buy);
    expect(codeOf(await open(buyer))).toEqual([409, 'TRADE_ALREADY_FINISHED']);
    const body = { reason, statement: 'x' };
    expect(codeOf(await send(buyer, 'POST', `/trades/${unusedId}/cases`, { body }))).toEqual([
      404,
      'TRADE_NOT_FOUND',
    ]);
  });

  test('a ruling without grounds, by a member, or on an unknown case', async () => {
    const caseId = await opened();
    await action(market.admin, caseId, 'take');
    for (const [body, status, code] of [
      [{ ...ruling, reasons: [] }, 422, 'RULING_NEEDS_REASON'],
      [{ ...ruling, statement: '' }, 422, 'STATEMENT_REQUIRED'],
      [{ ...ruling, outcome: 'complete-amount' }, 400, 'BAD_REQUEST'],
      [{ ...ruling, reasons: ['PARTY_SILENT', 'PARTY_SILENT'] }, 422, 'RULING_NEEDS_REASON'],
    ] as const)
      expect(codeOf(await action(market.admin, caseId, 'ruling', body))).toEqual([status, code]);
    expect(codeOf(await action(buyer, caseId, 'ruling', ruling))).toEqual([403, 'FORBIDDEN']);
    expect(codeOf(await action(market.admin, unusedId, 'ruling', ruling))).toEqual([404, 'CASE_NOT_FOUND']);
    expect(codeOf(await action(stranger, caseId, 'statements', { statement: 'x' }))).toEqual([
      404,
      'CASE_NOT_FOUND',
    ]);
    expect((await typesOf()).includes('CaseRuled')).toBe(false);
  });

  const refused = (status: number, code: ErrorCode, ...call: ReturnType<Refused['call']>) =>
    expectRefused(server, { title: code, status, code, call: () => call });
  const by = ({ token }: Person, call: ApiCall) => ({ token, ...call });
  const evidence = (bytes: Uint8Array<ArrayBuffer>): ApiCall => ({
    form: { fields: { reason, statement: 'x' }, file: { field: 'image', bytes } },
  });

  test('of any action on a match in a dispute are in both languages and store nothing', async () => {
    await send(buyer, 'POST', `/trades/${tradeId}/steps`, { body: { step: 'payment-sent' } });
    await opened();
    const pair = { sellerOrderId: sell, buyerOrderId: buy };
    for (const [person, method, path, call] of [
      [seller, 'POST', `/trades/${tradeId}/steps`, { body: { step: 'payment-received' } }],
      [buyer, 'DELETE', `/trades/${tradeId}/steps`, { body: { step: 'payment-sent' } }],
      [market.admin, 'POST', `/trades/${tradeId}/window`, { body: { pause: true, reason: 'UNDER_REVIEW' } }],
      [market.admin, 'POST', '/sell/admin/complete-orders', { body: pair }],
      [market.admin, 'POST', '/sell/admin/cancel-orders', { body: pair }],
      [seller, 'POST', `/trades/${tradeId}/cases`, evidence(smallJpeg())],
    ] as const)
      await refused(409, 'TRADE_IN_CASE', method, path, by(person, call));
  });

  test('of evidence that is no image, and of rulings, are in both languages and store nothing', async () => {
    const svg = evidence(new TextEncoder().encode('<svg/>'));
    await refused(422, 'IMAGE_INVALID', 'POST', `/trades/${tradeId}/cases`, by(buyer, svg));
    const party = await newAdmin();
    await matchAgain({ buyer: party });
    const caseId = (await open(seller)).body.caseId;
    await refused(422, 'IMAGE_INVALID', 'POST', `/cases/${caseId}/statements`, by(seller, svg));
    await action(market.admin, caseId, 'take');
    const rule = ['POST', `/cases/${caseId}/ruling`] as const;
    await refused(403, 'OWN_ORDER', ...rule, by(party, { body: ruling }));
    const more = { ...ruling, outcome: 'complete-amount', amount: '100.0001' };
    await refused(400, 'BAD_REQUEST', ...rule, by(market.admin, { body: more }));
    await action(market.admin, caseId, 'ruling', ruling);
    for (const body of [ruling, { ...ruling, outcome: 'cancel' }])
      await refused(409, 'TRADE_ALREADY_FINISHED', ...rule, by(market.admin, { body }));
    await refused(409, 'TRADE_ALREADY_FINISHED', 'POST', `/trades/${tradeId}/cases`, by(seller, svg));
  });
});
