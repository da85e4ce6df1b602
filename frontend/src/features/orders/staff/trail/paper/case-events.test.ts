import type { CaseFile } from '@matgyo/contracts/case-file';
import { expect, test } from 'vitest';
import { caseEvents } from './case-events.ts';

const event = (id: string, type: string) => ({ id, type, data: {}, metadata: { actorId: 'a' } });
const state = (eventId: string, status: string) => ({
  eventId,
  status,
  open: '714.2857',
  reserved: '0.0000',
  settled: '0.0000',
  withdrawn: '0.0000',
  feeTotal: '0.0000',
});

test('nothing remains of a rejected order on paper, as on screen', () => {
  const file = {
    order: { side: 'sell' },
    people: [],
    streams: [{ stream: 'order-1', events: [event('1', 'OrderPlaced'), event('2', 'OrderRejected')] }],
    trail: [state('1', 'Pending Approval'), state('2', 'Rejected')],
  } as unknown as CaseFile;
  expect(caseEvents(file).map((each) => [each.state.open, each.state.withdrawn])).toEqual([
    ['714.2857', '0.0000'],
    ['0.0000', '714.2857'],
  ]);
});
