import { EventEmitter } from 'node:events';
import type { AllStreamResolvedEvent } from '@eventstore/db-client';
import { expect, test } from 'vitest';
import { chainEvents } from '../chain-events.ts';
import { sampleEvent } from '../conformance/sample-events.ts';
import { logStart, type Position } from '../event-log.ts';
import type { ClientUse } from './clients.ts';
import { FollowedStreams } from './followed-streams.ts';
import { LiveTail } from './live-tail.ts';
import { positionOf } from './position.ts';

const at = (number: number): Position => positionOf({ commit: BigInt(number), prepare: BigInt(number) });

/** A tail of a subscription on which events come only when `come` is called. */
function tailOf() {
  const unread: AllStreamResolvedEvent[] = [];
  let last = 0;
  let ends = 0;
  const subscription = Object.assign(new EventEmitter(), {
    read: () => unread.shift() ?? null,
    unsubscribe: async () => {},
    destroy: () => {
      ends += 1;
    },
  });
  const client = { subscribeToAll: () => subscription };
  const use = { client, release: () => {} } as unknown as ClientUse;
  const tail = new LiveTail(use, logStart, new FollowedStreams());
  return {
    subscription,
    tail,
    ends: () => ends,
    come(count: number) {
      for (let index = 0; index < count; index += 1) {
        last += 1;
        const [event] = chainEvents(`order-${last}`, 'no-stream', [sampleEvent()]);
        const position = { commit: BigInt(last), prepare: BigInt(last) };
        const recorded = { ...event, streamId: event?.stream, isJson: true, position };
        unread.push({ event: recorded } as unknown as AllStreamResolvedEvent);
      }
      subscription.emit('readable');
    },
  };
}

const positionsOf = (events: readonly { readonly position: Position }[]) =>
  events.map(({ position }) => position);

test('each follower gets all events after its own position, at its own pace', async () => {
  const { tail, come } = tailOf();
  const waiting = tail.next(logStart, 2);
  come(3);
  expect(positionsOf(await waiting)).toEqual([at(1), at(2)]);
  expect(positionsOf(await tail.next(at(2), 2))).toEqual([at(3)]);
  expect(positionsOf(await tail.next(logStart, 500))).toEqual([at(1), at(2), at(3)]);
  const next = tail.next(at(3), 2);
  come(1);
  expect(positionsOf(await next)).toEqual([at(4)]);
});

test('who is too far behind gets no events and cannot join', async () => {
  const { tail, come } = tailOf();
  expect(tail.join(logStart)).toBe(true);
  come(4_001);
  expect(await tail.next(logStart, 500)).toEqual([]);
  expect(tail.join(logStart)).toBe(false);
  expect(tail.join(at(2_001))).toBe(true);
  expect(positionsOf(await tail.next(at(2_001), 1))).toEqual([at(2_002)]);
});

test('the last follower to leave ends it, and those who still wait get no events', async () => {
  const { tail, ends } = tailOf();
  tail.join(logStart);
  tail.join(logStart);
  const waiting = tail.next(logStart, 500);
  tail.leave();
  expect(ends()).toBe(0);
  tail.leave();
  expect(ends()).toBe(1);
  expect(await waiting).toEqual([]);
  expect(tail.join(logStart)).toBe(false);
});

test('after a failure every follower gets the events before it, and then the reason', async () => {
  const { tail, subscription, come } = tailOf();
  come(1);
  const waiting = tail.next(at(1), 500);
  subscription.emit('error', new Error('lost'));
  subscription.emit('close');
  await expect(waiting).rejects.toThrow('lost');
  expect(positionsOf(await tail.next(logStart, 500))).toEqual([at(1)]);
  await expect(tail.next(at(1), 500)).rejects.toThrow('lost');
});
