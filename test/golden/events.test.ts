import { readFileSync } from 'node:fs';
import path from 'node:path';
import { eventVersions, type LedgerEvent, toLedgerEvent } from '@matgyo/contracts/events/ledger-event';
import { priceStream } from '@matgyo/contracts/streams';
import { accountDecider } from '@matgyo/ledger/account/account';
import { approvalDecider } from '@matgyo/ledger/approval/approval';
import type { Decider } from '@matgyo/ledger/decider';
import { Oracle } from '@matgyo/ledger/oracle/oracle';
import { orderDecider, statusOf } from '@matgyo/ledger/order/order';
import { priceDecider } from '@matgyo/ledger/price/price';
import { type ChainedEvent, verifyStream } from '@matgyo/ledger/proof/stream-chain';
import { tradeDecider } from '@matgyo/ledger/trade/trade';
import { expect, test } from 'vitest';

/**
 * At least one event of every type and version, as stored when that version was written. These lines are never edited:
 * installations hold such events, with hashes over exactly this content. A new version of an event is added at the end.
 */
const stored = readFileSync(path.join(import.meta.dirname, 'events.jsonl'), 'utf8')
  .trim()
  .split('\n')
  .map((line): ChainedEvent => JSON.parse(line));
const streams = Map.groupBy(stored, ({ stream }) => stream);

const ledgerEventOf = ({ type, data, metadata }: ChainedEvent): LedgerEvent =>
  toLedgerEvent({ type, data, schemaVersion: metadata.schemaVersion });

function foldOf<State, Event extends LedgerEvent>(decider: Decider<State, Event>, stream: string): State {
  const events = streams.get(stream) ?? [];
  return events.reduce(
    (state, event) => decider.evolve(state, ledgerEventOf(event) as Event, event.metadata.at),
    decider.initial,
  );
}

test('contains every event type in every version', () => {
  const storedVersions = new Set(stored.map(({ type, metadata }) => `${type} ${metadata.schemaVersion}`));
  const known = Object.entries(eventVersions).flatMap(([type, { upcasters }]) =>
    Array.from({ length: upcasters.length + 1 }, (_, index) => `${type} ${index + 1}`),
  );
  expect([...storedVersions].sort()).toEqual(known.sort());
});

test('reads each event as it was written', () => {
  for (const event of stored) expect(ledgerEventOf(event)).toEqual({ type: event.type, data: event.data });
});

test("verifies each stream's hash chain, and detects any change", () => {
  for (const events of streams.values()) {
    expect(verifyStream(events)).toBeUndefined();
    for (const [index, event] of events.entries()) {
      const changed = { ...event, data: { ...event.data, added: '' } };
      expect(verifyStream(events.with(index, changed))).toEqual({ event: changed, reason: 'hash' });
    }
  }
});

const idOf = (kind: string, number: number) => `${kind}${String(number).padStart(23, '0')}`;

test.each([
  [1, 'Cancelled', '714.2857', '0.0000', '0.0000', '214.2857', '500.0000', '2.1429'],
  [2, 'Buy Completed', '214.2857', '0.0000', '0.0000', '214.2857', '0.0000', '0.0000'],
  [3, 'Partially Matched', '357.1429', '71.4286', '0.0000', '285.7143', '0.0000', '0.0000'],
  [4, 'Rejected', '71.4279', '71.4279', '0.0000', '0.0000', '0.0000', '0.0000'],
  [5, 'Cancelled', '55.5550', '0.0000', '0.0000', '0.0000', '55.5550', '0.0000'],
  [6, 'Waiting for Buy', '10.0000', '10.0000', '0.0000', '0.0000', '0.0000', '0.0000'],
  [7, 'Sale Completed', '285.7143', '0.0000', '0.0000', '285.7143', '0.0000', '2.8571'],
  [8, 'Sale Completed', '50.0000', '0.0000', '0.0000', '50.0000', '0.0000', '0.5000'],
  [9, 'Buy Completed', '50.0000', '0.0000', '0.0000', '50.0000', '0.0000', '0.0000'],
  [10, 'Sale Completed', '48.2759', '0.0000', '0.0000', '48.2759', '0.0000', '0.4828'],
  [11, 'Partially Matched', '50.0000', '1.7241', '0.0000', '48.2759', '0.0000', '0.0000'],
  [12, 'Sale Completed', '20.0000', '0.0000', '0.0000', '20.0000', '0.0000', '0.2000'],
])('order %i stands where it stood then', (number, ...then) => {
  const order = foldOf(orderDecider, `order-${idOf('b', number)}`);
  if (order.phase === 'none') throw new Error('the order is missing');
  const { amount, open, reserved, settled, withdrawn } = order;
  expect([statusOf(order), amount, open, reserved, settled, withdrawn, order.fee]).toEqual(then);
});

test.each([
  [1, { state: 'completed', fee: '2.1429', sellerReferralCode: 'FRIEND' }],
  [2, { state: 'cancelled', reason: 'CANCELLED' }],
  [3, { state: 'rejected', reason: 'AMOUNT_EXCEEDS_OPEN' }],
  [4, { state: 'completed', fee: '2.8571', sellerReferralCode: 'FRIEND' }],
  [5, { state: 'completed', fee: '0.5000', sellerReferralCode: 'OTHER' }],
  [
    6,
    {
      state: 'reversed',
      reason: 'COMPLETED_BY_MISTAKE',
      fee: '0.4828',
      sellerReferralCode: 'OTHER',
      terms: { price: '1450' },
    },
  ],
  [7, { state: 'completed', fee: '0.2000', sellerReferralCode: 'OTHER', ruling: { appeal: 'confirm' } }],
])('trade %i stands where it stood then', (number, then) => {
  expect(foldOf(tradeDecider, `trade-${idOf('c', number)}`)).toMatchObject(then);
});

test.each([
  [1, 'refused'],
  [2, 'expired'],
  [3, 'lapsed'],
  [4, 'fulfilled'],
  [5, 'fulfilled'],
])('approval %i stands where it stood then', (number, state) => {
  expect(foldOf(approvalDecider, `approval-${idOf('e', number)}`)).toMatchObject({ state });
});

test('gives the same state of members and the price', () => {
  expect(foldOf(accountDecider, `member-${idOf('a', 1)}`)).toMatchObject({
    status: 'active',
    roles: ['admin'],
    referralCode: 'OTHER',
    inviteCode: 'INV1',
  });
  expect(foldOf(accountDecider, `member-${idOf('a', 2)}`)).toMatchObject({
    status: 'inactive',
    roles: [],
    referralCode: null,
    inviteCode: 'INV2',
  });
  expect(foldOf(priceDecider, priceStream)).toEqual({ price: '1400' });
});

test('follows the rules of the ledger as a whole', () => {
  const oracle = new Oracle();
  // These events were all written at one time, at which no window or request for approval can have ended.
  const late = { at: '2027-01-01T00:00:00.000Z' };
  for (const event of stored) {
    const metadata = { ...event.metadata, ...(/^(Window|Approval)Expired$/.test(event.type) && late) };
    oracle.enter({ ...event, metadata }, ledgerEventOf(event));
  }
  oracle.checkRest();
});
