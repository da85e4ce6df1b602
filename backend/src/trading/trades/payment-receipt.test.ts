import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { imageFile } from '@matgyo/projections/proofs/image-file';
import { describe, expect, test } from 'vitest';
import type { Person } from '../../../../test/server.ts';
import { smallJpeg } from '../../../../test/sign-up-form.ts';
import {
  buyer,
  mark,
  market,
  payment,
  seller,
  server,
  setUpMatch,
  stranger,
  tradeId,
  typesOf,
  undo,
} from './payment-steps.fixture.ts';

setUpMatch();

describe('the receipt of a payment', () => {
  const pay = (
    person: Person,
    fields: Record<string, string>,
    bytes?: Uint8Array<ArrayBuffer>,
    headers = {},
  ) =>
    server.request('POST', `/trades/${tradeId}/steps`, {
      token: person.token,
      headers,
      form: {
        fields: { step: 'payment-sent', ...fields },
        ...(bytes !== undefined && { file: { field: 'image', bytes } }),
      },
    });
  const receiptOf = async (person: Person) => (await payment(person)).receipt;
  const imageStatus = async (person: Person, image: string) =>
    (await server.request('GET', image.replace('/api/v1', ''), { token: person.token })).status;
  const rows = async () =>
    (await server.pool.query('select hash from app.case_statements where payment_of = $1', [tradeId])).rows;

  test('is shown to both parties and admins, and the event has its hash', async () => {
    const key = { 'idempotency-key': '7f1c2a4e-6f0b-4d57-9a45-0d6f3f0c8a11' };
    const image = smallJpeg();
    expect((await pay(buyer, { senderName: ' 김\u200b구매 ' }, image, key)).status).toBe(200);
    expect((await pay(buyer, { senderName: ' 김\u200b구매 ' }, image, key)).status).toBe(200);
    const [row] = await rows();
    expect(await rows()).toHaveLength(1);
    const [paid] = await server.log.readStream(`trade-${tradeId}`, { direction: 'backwards', limit: 1 });
    expect(paid).toMatchObject({ type: 'PaymentSent', data: { tradeId, evidence: row.hash } });
    for (const person of [buyer, seller, market.admin]) {
      const shown = await receiptOf(person);
      expect(shown).toEqual({ method: null, senderName: '김구매', image: expect.any(String), matches: true });
      expect(await imageStatus(person, shown.image)).toBe(200);
    }
    const { image: stored } = await receiptOf(buyer);
    expect(await imageStatus(stranger, stored)).toBe(404);
    // An exchanged file is not what was stated.
    await writeFile(imageFile(server.dataDir, path.basename(stored)), 'exchanged');
    expect(await imageStatus(buyer, stored)).toBe(404);

    await server.pool.query(`update app.case_statements set content = '이판매' where payment_of = $1`, [
      tradeId,
    ]);
    expect(await receiptOf(seller)).toMatchObject({ senderName: '이판매', matches: false });
    expect((await undo(buyer, 'payment-sent')).status).toBe(200);
    expect(await receiptOf(seller)).toBeNull();
  });

  test('may have only the sender’s name or the method, and is optional', async () => {
    expect((await mark(buyer, { step: 'payment-sent', senderName: '김구매' })).status).toBe(200);
    const none = { method: null, senderName: null, image: null, matches: true };
    expect(await receiptOf(seller)).toEqual({ ...none, senderName: '김구매' });
    await undo(buyer, 'payment-sent');
    await mark(buyer, { step: 'payment-sent', method: 'cash-deposit' });
    expect(await receiptOf(seller)).toEqual({ ...none, method: 'cash-deposit' });
    expect((await mark(buyer, { step: 'payment-sent', method: 'cheque' })).status).toBe(400);
    await undo(buyer, 'payment-sent');
    await mark(buyer, { step: 'payment-sent' });
    expect(await receiptOf(seller)).toBeNull();
  });

  test('is not stored if the mark is refused', async () => {
    const refused = [
      await pay(buyer, { senderName: 'x'.repeat(61) }),
      await pay(stranger, { senderName: '김구매' }, smallJpeg()),
    ];
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'BAD_REQUEST'],
      [404, 'TRADE_NOT_FOUND'],
    ]);
    expect(await rows()).toEqual([]);
    expect(await typesOf()).toEqual([]);
  });
});
