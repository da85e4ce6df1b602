import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { CaseFile } from '@matgyo/contracts/case-file';
import { expect, it } from 'vitest';
import { caseEvents, caseTrades } from './case-events.ts';

const golden = path.join(import.meta.dirname, '../../../../../../../test/golden/case-file.json');
const exported: CaseFile = JSON.parse(readFileSync(golden, 'utf8'));

const settlementsOf = (file: CaseFile) =>
  caseEvents(file)
    .filter(({ event }) => event.type === 'FillSettled')
    .map(({ released }) => released);

it('states what a settlement leaves on the order, and nothing where the whole match was settled', () => {
  const file = structuredClone(exported);
  const settlement = file.streams.flatMap(({ events }) => events).find(({ type }) => type === 'FillSettled');
  expect(settlementsOf(file)).toEqual([null]);
  Object.assign(settlement?.data ?? {}, { released: '60.0000' });
  expect(settlementsOf(file)).toEqual(['60.0000']);
});

it('counts a completed trade until it is reversed, also while an appeal is its last record', () => {
  const after = (...types: readonly string[]) => {
    const file = structuredClone(exported);
    const [trade] = file.streams.filter(({ stream }) => stream.startsWith('trade-'));
    const last = trade?.events.at(-1);
    if (trade !== undefined && last !== undefined)
      Object.assign(trade, { events: [...trade.events, ...types.map((type) => ({ ...last, type }))] });
    return caseTrades(file).find(({ tradeId }) => trade?.stream === `trade-${tradeId}`)?.counts;
  };
  expect(after()).toBe(true);
  expect(after('CaseAppealed')).toBe(true);
  expect(after('CaseAppealed', 'TradeReversed')).toBe(false);
});

it('states what reversals took back, from the event on; the figures that were settled and charged stay', () => {
  const reversedAt = (side: 'sell' | 'buy') => {
    const file = structuredClone(exported);
    const [trade] = file.streams.filter(({ stream }) => stream.startsWith('trade-'));
    const last = trade?.events.at(-1);
    if (trade === undefined || last === undefined) throw new Error('the file has a completed trade');
    const reversal = { ...last, id: 'reversal', type: 'TradeReversed' };
    Object.assign(trade, { events: [...trade.events, reversal] });
    const [state] = file.trail.slice(-1);
    const trail = [...file.trail, { ...state, eventId: reversal.id }];
    const reversed = { ...file, order: { ...file.order, side }, trail } as CaseFile;
    return caseEvents(reversed)
      .slice(-2)
      .map(({ state: after }) => after);
  };
  const charged = { settled: '50.0001', feeTotal: '0.5000' };
  expect(reversedAt('sell')).toMatchObject([
    { ...charged, completed: '50.0001', reversed: '0.0000', feeReversed: '0.0000' },
    { ...charged, completed: '0.0000', reversed: '50.0001', feeReversed: '0.5000' },
  ]);
  // The buyer is charged none.
  expect(reversedAt('buy').at(-1)).toMatchObject({ reversed: '50.0001', feeReversed: '0.0000' });
});
