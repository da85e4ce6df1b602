import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { eventVersions, schemaVersionOf, toLedgerEvent, UnreadableEvent } from './ledger-event.ts';

const orderId = 'a'.repeat(24);

describe('reading a stored event', () => {
  test('gives the current shape', () => {
    const stored = { type: 'OrderApproved', data: { orderId }, schemaVersion: 1 };
    expect(toLedgerEvent(stored)).toEqual({ type: 'OrderApproved', data: { orderId } });
  });

  test('drops unknown fields, so that additions are compatible', () => {
    const stored = { type: 'OrderApproved', data: { orderId, note: 'later' }, schemaVersion: 1 };
    expect(toLedgerEvent(stored).data).toEqual({ orderId });
  });

  test.each([
    ['an unknown type', { type: 'OrderTeleported', data: { orderId }, schemaVersion: 1 }],
    ['a name of every object', { type: 'toString', data: {}, schemaVersion: 1 }],
    ['a version of the future', { type: 'OrderApproved', data: { orderId }, schemaVersion: 2 }],
    ['version 0', { type: 'OrderApproved', data: { orderId }, schemaVersion: 0 }],
    ['half a version', { type: 'OrderApproved', data: { orderId }, schemaVersion: 1.5 }],
    ['a missing field', { type: 'OrderApproved', data: {}, schemaVersion: 1 }],
    ['money as a number', { type: 'PriceSet', data: { price: 1400 }, schemaVersion: 1 }],
    ['no data at all', { type: 'PriceSet', data: null, schemaVersion: 1 }],
  ])('refuses %s', (_, stored) => {
    expect(() => toLedgerEvent(stored)).toThrow(UnreadableEvent);
  });

  test('names the field and the rule of a mismatch, never the value', () => {
    const stored = { type: 'OrderApproved', data: { orderId: '홍길동' }, schemaVersion: 1 };
    expect(() => toLedgerEvent(stored)).toThrow('orderId invalid_format');
    expect(() => toLedgerEvent(stored)).not.toThrow('홍길동');
  });
});

describe('upcasting', () => {
  const versions = {
    ...eventVersions,
    PriceSet: {
      schema: z.object({ price: z.string(), pair: z.string(), source: z.string() }),
      upcasters: [
        (data: Readonly<Record<string, unknown>>) => ({ ...data, pair: 'USDT-KRW' }),
        (data: Readonly<Record<string, unknown>>) => ({ ...data, source: 'admin' }),
      ],
    },
  };

  test.each([
    [1, { price: '1400' }],
    [2, { price: '1400', pair: 'USDT-KRW' }],
    [3, { price: '1400', pair: 'USDT-KRW', source: 'admin' }],
  ])('version %i reads as version 3', (schemaVersion, data) => {
    expect(toLedgerEvent({ type: 'PriceSet', data, schemaVersion }, versions).data).toEqual({
      price: '1400',
      pair: 'USDT-KRW',
      source: 'admin',
    });
  });

  test('writes new events in the newest version', () => {
    expect(schemaVersionOf('PriceSet', versions)).toBe(3);
    expect(schemaVersionOf('PriceSet')).toBe(1);
  });
});

test('has no event with a field for personal data', () => {
  const fields = Object.values(eventVersions).flatMap(({ schema }) =>
    Object.keys((schema as z.ZodObject).shape),
  );
  const personal = /name|phone|bank|account|address|telegram|dob|email|photo|text|note|comment/i;
  expect(fields.filter((field) => personal.test(field))).toEqual([]);
});
