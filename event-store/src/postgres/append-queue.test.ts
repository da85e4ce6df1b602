import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { sampleEvents } from '../conformance/sample-events.ts';
import { EventLogUnavailable } from '../event-log-errors.ts';
import { sealEvents } from '../hash-chain.ts';
import type { AppendAnswer, SealedAppend } from './append-group.ts';
import { AppendQueue, type SettledAnswer } from './append-queue.ts';

function append(stream: string, count = 1): SealedAppend {
  return {
    stream,
    expected: 'no-stream',
    events: sealEvents(stream, 'no-stream', sampleEvents(count)),
    texts: [],
    validUntil: undefined,
  };
}

const done: AppendAnswer = { kind: 'repeated' };

/** A database that answers when the test says so. */
class SlowDatabase {
  readonly groups: {
    readonly streams: string[];
    answer(...answers: AppendAnswer[]): void;
    fail(error: Error): void;
  }[] = [];

  readonly send = (group: readonly SealedAppend[]): Promise<readonly AppendAnswer[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly AppendAnswer[]>();
    const streams = group.map(({ stream }) => stream);
    this.groups.push({ streams, answer: (...answers) => resolve(answers), fail: reject });
    return promise;
  };

  sent(): string[][] {
    return this.groups.map(({ streams }) => streams);
  }

  /** The answers of group `index` reach the queue before this resolves. */
  async answer(index: number, ...answers: AppendAnswer[]): Promise<void> {
    const group = this.groups[index];
    group?.answer(...(answers.length > 0 ? answers : group.streams.map(() => done)));
    await new Promise(setImmediate);
  }

  async fail(index: number, error: Error): Promise<void> {
    this.groups[index]?.fail(error);
    await new Promise(setImmediate);
  }
}

function start(lanes = 1, deadlineMs = 5_000) {
  const database = new SlowDatabase();
  const queue = new AppendQueue({ send: database.send, lanes, deadlineMs });
  const outcomes = new Map<string, string>();
  const push = (stream: string, name = stream, count = 1): void => {
    queue.push(append(stream, count)).then(
      ({ kind }: SettledAnswer) => outcomes.set(name, kind),
      (error) => outcomes.set(name, error instanceof EventLogUnavailable ? error.outcome : error.name),
    );
  };
  return { database, queue, push, outcomes };
}

function rolledBack(): EventLogUnavailable {
  const cause = new pg.DatabaseError('duplicate key', 10, 'error');
  cause.code = '23505';
  return new EventLogUnavailable('none', { cause });
}

describe('the queue of appends', () => {
  test('lets an append that finds a free lane leave at once, and what came meanwhile leave together', async () => {
    const { database, push } = start();
    for (const stream of ['a', 'b', 'c']) push(stream);
    expect(database.sent()).toEqual([['a']]);
    await database.answer(0);
    expect(database.sent()).toEqual([['a'], ['b', 'c']]);
  });

  test('groups at most 16 appends and 1,000 events', async () => {
    const { database, push } = start();
    push('first');
    for (let index = 0; index < 20; index += 1) push(`s${index}`);
    await database.answer(0);
    await database.answer(1);
    expect(database.sent().map(({ length }) => length)).toEqual([1, 16, 4]);

    const large = start();
    large.push('first');
    for (const stream of ['a', 'b', 'c']) large.push(stream, stream, 400);
    await large.database.answer(0);
    expect(large.database.sent()).toEqual([['first'], ['a', 'b']]);
  });

  test('never has two appends to one stream under way, and keeps their order', async () => {
    const { database, push, outcomes } = start(2);
    push('a', 'a1');
    push('a', 'a2');
    push('b');
    push('a', 'a3');
    push('c');
    expect(database.sent()).toEqual([['a'], ['b']]);
    await database.answer(1);
    expect(database.sent()).toEqual([['a'], ['b'], ['c']]);
    await database.answer(0);
    expect(database.sent()[3]).toEqual(['a']);
    expect([...outcomes.keys()]).toEqual(['b', 'a1']);
    await database.answer(3);
    expect(database.sent()[4]).toEqual(['a']);
    expect([...outcomes.keys()]).toEqual(['b', 'a1', 'a2']);
  });

  test('lets no append overtake an earlier one to its stream that did not fit into the group', async () => {
    const { database, push, outcomes } = start();
    push('first');
    push('large', 'large', 600);
    push('a', 'a1', 500);
    push('a', 'a2');
    push('b');
    await database.answer(0);
    expect(database.sent().slice(1)).toEqual([['large', 'b']]);
    await database.answer(1);
    expect(database.sent().slice(2)).toEqual([['a']]);
    await database.answer(2);
    expect([...outcomes.keys()]).toEqual(['first', 'large', 'b', 'a1']);
    await database.answer(3);
    expect(outcomes.has('a2')).toBe(true);
  });

  test('sends a group that was rolled back again one by one, so that nobody fails for a neighbour', async () => {
    const { database, push, outcomes } = start();
    for (const stream of ['first', 'good', 'bad', 'fine']) push(stream);
    await database.answer(0);
    await database.fail(1, rolledBack());
    await database.answer(2);
    await database.fail(3, rolledBack());
    await database.answer(4);
    expect(database.sent().slice(1)).toEqual([['good', 'bad', 'fine'], ['good'], ['bad'], ['fine']]);
    expect(Object.fromEntries(outcomes)).toMatchObject({ good: 'repeated', bad: 'none', fine: 'repeated' });
  });

  test('does not send a group again whose outcome is unknown', async () => {
    const { database, push, outcomes } = start();
    for (const stream of ['first', 'a', 'b']) push(stream);
    await database.answer(0);
    await database.fail(1, new EventLogUnavailable('unknown'));
    expect(database.sent()).toHaveLength(2);
    expect(Object.fromEntries(outcomes)).toMatchObject({ a: 'unknown', b: 'unknown' });
  });

  test('waits alone for a stream that another session is appending to', async () => {
    const { database, push, outcomes } = start();
    for (const stream of ['first', 'a', 'held', 'b']) push(stream);
    await database.answer(0);
    push('later');
    await database.answer(1, done, { kind: 'busy' }, done);
    expect(outcomes.has('held')).toBe(false);
    expect(database.sent().slice(2)).toEqual([['held']]);
    await database.answer(2);
    expect(outcomes.get('held')).toBe('repeated');
    expect(database.sent()[3]).toEqual(['later']);
  });

  test('answers by the deadline, and knows whether the append had been sent', async () => {
    const { database, push, outcomes } = start(1, 50);
    push('sent');
    push('waiting');
    await expect.poll(() => Object.fromEntries(outcomes)).toEqual({ sent: 'unknown', waiting: 'none' });
    await database.answer(0);
    expect(database.sent()).toEqual([['sent']]);
  });

  test('refuses what does not fit, and keeps what does', async () => {
    const { database, push, outcomes } = start();
    for (let index = 0; index <= 4_096; index += 1) push(`s${index}`);
    push('one too many');
    await new Promise(setImmediate);
    expect(Object.fromEntries(outcomes)).toEqual({ 'one too many': 'none' });
    for (let group = 0; group <= 256; group += 1) await database.answer(group);
    expect(outcomes.size).toBe(4_098);
  });

  test('closing lets what is under way end and refuses the rest', async () => {
    const { database, push, outcomes, queue } = start();
    push('under way');
    push('waiting');
    const closed = queue.close();
    push('late');
    await database.answer(0);
    await closed;
    expect(Object.fromEntries(outcomes)).toEqual({ 'under way': 'repeated', waiting: 'none', late: 'none' });
    expect(database.sent()).toHaveLength(1);
  });
});
