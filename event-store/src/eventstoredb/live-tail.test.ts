import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import type { ClientUse } from './clients.ts';
import { LiveTail } from './live-tail.ts';

const longMs = 60_000;

/** A tail of a subscription on which no event comes. */
function silentTail() {
  const subscription = Object.assign(new EventEmitter(), {
    read: () => null,
    unsubscribe: async () => {},
    destroy: () => {},
  });
  const client = { subscribeToAll: () => subscription };
  const use = { client, release: () => {} } as unknown as ClientUse;
  const tail = new LiveTail({ use, fromPosition: 'start', prefixes: undefined, batchSize: 10 });
  return { subscription, tail };
}

test('a tail without events returns none once its patience is over', async () => {
  expect(await silentTail().tail.next(1)).toEqual([]);
});

test('who waits for a tail learns at once that it was stopped or has ended, and then why', async () => {
  const { subscription, tail } = silentTail();
  const stopped = tail.next(longMs);
  tail.stop();
  expect(await stopped).toEqual([]);
  const ended = tail.next(longMs);
  subscription.emit('error', new Error('lost'));
  expect(await ended).toEqual([]);
  await expect(tail.next(longMs)).rejects.toThrow('lost');
});
