import type { TradeId } from '@matgyo/contracts/ids';
import { describe, expect, test } from 'vitest';
import { commandEventId, stepEventId, uuidV5 } from './event-ids.ts';

const dns = '6ba7b810-9dad-11d1-80b4-00c04fd430c8';
const tradeId = 'c'.repeat(24) as TradeId;

describe('a UUID of version 5', () => {
  test('matches RFC 9562, appendix A.4', () => {
    expect(uuidV5(dns, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2');
  });

  test('takes a name in any script', () => {
    expect(uuidV5(dns, '거래')).toMatch(
      /^[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
  });

  test.each(['', 'not a namespace', dns.toUpperCase()])('refuses the namespace %j', (namespace) => {
    expect(() => uuidV5(namespace, 'a name')).toThrow(TypeError);
  });
});

test('derives a command’s event id from the command, the stream and the index', () => {
  const names = [
    commandEventId(dns, 'order-1', 0),
    commandEventId(dns, 'order-1', 1),
    commandEventId(dns, 'order-2', 0),
    commandEventId(uuidV5(dns, 'another'), 'order-1', 0),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(commandEventId(dns, 'order-1', 0)).toBe(names[0]);
  expect(commandEventId(dns, 'order-1', 0, 'salt')).not.toBe(names[0]);
});

test('derives a step’s event id from the trade, the stream and the step', () => {
  const names = [
    stepEventId(tradeId, 'order-1', 'FillReserved'),
    stepEventId(tradeId, 'order-1', 'FillReleased'),
    stepEventId(tradeId, 'order-2', 'FillReserved'),
    stepEventId('d'.repeat(24) as TradeId, 'order-1', 'FillReserved'),
  ];
  expect(new Set(names).size).toBe(names.length);
  expect(stepEventId(tradeId, 'order-1', 'FillReserved')).toBe(names[0]);
});

test('begins event ids as the id of their order or trade does, and with what a stream without one hashes to', () => {
  const order = `order-${'65f0a1b2'}${'c'.repeat(16)}`;
  const ids = [commandEventId(dns, order, 0), stepEventId(tradeId, order, 'FillReserved')];
  for (const id of ids)
    expect(id).toMatch(/^65f0a1b2-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  expect(new Set([...ids, commandEventId(dns, order, 1)]).size).toBe(3);
  expect(commandEventId(dns, 'price', 0)).toBe(uuidV5(dns, 'price 0'));
});
