import { expect, test } from 'vitest';
import type { Position } from '../event-log.ts';
import { ShownPositions } from './shown-positions.ts';

/** Looks that find these positions, one after the other. */
function looksOf(...found: readonly string[]) {
  const left = [...found];
  return { look: async () => left.shift() as Position | undefined, left };
}

test('reads that share a time look once; others look for themselves', async () => {
  const positions = new ShownPositions();
  const { look, left } = looksOf('1', '2', '3', '4');
  const since = {};
  expect([await positions.next(since, look), await positions.next(since, look)]).toEqual(['1', '1']);
  expect([await positions.next({}, look), await positions.next(undefined, look)]).toEqual(['2', '3']);
  expect(left).toEqual(['4']);
});

test('they show what this process appends', async () => {
  const positions = new ShownPositions();
  const { look } = looksOf('1');
  const since = {};
  await positions.next(since, look);
  positions.appended('5' as Position);
  positions.appended('4' as Position);
  expect(await positions.next(since, look)).toBe('5');
});

test('they look again after an event that was read is later', async () => {
  const positions = new ShownPositions();
  const { look } = looksOf('2', '4');
  const since = {};
  await positions.next(since, look);
  positions.read(since, '2' as Position);
  expect(await positions.next(since, look)).toBe('2');
  positions.read(since, '3' as Position);
  positions.read(since, '1' as Position);
  expect(await positions.next(since, look)).toBe('4');
});

test('they look again if it was read during the look', async () => {
  const positions = new ShownPositions();
  const { look } = looksOf('2', '4');
  const since = {};
  const next = positions.next(since, look);
  positions.read(since, '3' as Position);
  expect(await next).toBe('4');
});

test('nothing is shown of an empty log', async () => {
  expect(await new ShownPositions().next({}, looksOf().look)).toBeUndefined();
});
