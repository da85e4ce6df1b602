import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { chainAppends, eventTexts } from '../append-limits.ts';
import { sampleEvents } from '../conformance/sample-events.ts';
import { EventLogUnavailable } from '../event-log-errors.ts';
import type { AppendAnswer, ChainedAppend } from './append-group.ts';
import { AppendQueue } from './append-queue.ts';

function append(streams: readonly string[], count: number, reliesOn: readonly string[]): ChainedAppend {
  const parts = chainAppends(
    streams.map((stream) => ({ stream, expected: 'no-stream', events: sampleEvents(count) })),
    [],
  );
  return {
    parts,
    texts: eventTexts(parts.flatMap(({ events }) => events)),
    unchanged: reliesOn.map((stream) => ({ stream, expected: 'no-stream' })),
    sqlStatements: [],
    validUntil: undefined,
  };
}

const done: AppendAnswer = { kind: 'repeated' };

/** A database that replies on request of the test. */
class SlowDatabase {
  readonly groups: {
    readonly streams: string[];
    answer(...answers: AppendAnswer[]): void;
    fail(error: Error): void;
  }[] = [];

  readonly send = (group: readonly ChainedAppend[]): Promise<readonly AppendAnswer[]> => {
    const { promise, resolve, reject } = Promise.withResolvers<readonly AppendAnswer[]>();
    const streams = group.map(({ parts }) => parts.map(({ stream }) => stream).join('+'));
    this.groups.push({ streams, answer: (...answers) => resolve(answers), fail: reject });
    return promise;
  };

  sent(): string[][] {
    return this.groups.map(({ streams }) => streams);
  }

  /** The replies of group `index` reach the queue before this resolves. */
  async answer(index: number, ...answers: AppendAnswer[]): Promise<void> {
    const group = this.groups[index];
    group?.answer(...(answers.length > 0 ? answers : group.streams.map(() => done)));
    await flushTurn();
  }

  async fail(index: number, error: Error): Promise<void> {
    this.groups[index]?.fail(error);
    await flushTurn();
  }
}

/** Appends made until now are sent, or wait for the group in progress. */
const flushTurn = async () => {
  for (const _ of ['what settled', 'what it sends']) await new Promise((resolve) => setImmediate(resolve));
};

function start(deadlineMs = 5_000) {
  const database = new SlowDatabase();
  const queue = new AppendQueue({ send: database.send, deadlineMs });
  const outcomes = new Map<string, string>();
  const push = (stream: string, name = stream, count = 1, ...reliesOn: string[]): void => {
    queue.push(append(stream.split('+'), count, reliesOn)).then(
      ({ kind }: AppendAnswer) => outcomes.set(name, kind),
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
  test('sends appends of one event-loop turn as a group, and those made meanwhile as the next group', async () => {
    const { database, push } = start();
    for (const stream of ['a', 'b']) push(stream);
    await flushTurn();
    for (const stream of ['c', 'd', 'e']) push(stream);
    await flushTurn();
    expect(database.sent()).toEqual([['a', 'b']]);
    await database.answer(0);
    expect(database.sent()).toEqual([
      ['a', 'b'],
      ['c', 'd', 'e'],
    ]);
  });

  test('groups at most 64 appends and 80 events, or one append with more', async () => {
    const { database, push } = start();
    for (let index = 0; index < 70; index += 1) push(`s${index}`);
    await flushTurn();
    await database.answer(0);
    expect(database.sent().map(({ length }) => length)).toEqual([64, 6]);

    const large = start();
    for (const stream of ['a', 'b']) large.push(stream, stream, 40);
    large.push('c', 'c', 500);
    await flushTurn();
    expect(large.database.sent()).toEqual([['a', 'b'], ['c']]);
  });

  test('sends a second group while one is in progress when 40 events wait, and no third', async () => {
    const { database, push } = start();
    push('first');
    await flushTurn();
    push('a', 'a', 39);
    await flushTurn();
    expect(database.sent()).toEqual([['first']]);
    push('b');
    await flushTurn();
    expect(database.sent()).toEqual([['first'], ['a', 'b']]);
    push('c', 'c', 100);
    await flushTurn();
    expect(database.sent()).toHaveLength(2);
    await database.answer(1);
    expect(database.sent()).toEqual([['first'], ['a', 'b'], ['c']]);
  });

  test('sends nothing that uses a stream of a group in progress, unless both only check it', async () => {
    const { database, push } = start();
    push('a', 'first', 1, 'price');
    await flushTurn();
    push('a', 'writes what is written', 50);
    push('b', 'checks what is written', 50, 'a');
    push('c', 'checks what is checked', 50, 'price');
    push('price', 'writes what is checked', 50);
    await flushTurn();
    expect(database.sent()).toEqual([['a'], ['c']]);
    await database.answer(0);
    expect(database.sent()).toEqual([['a'], ['c'], ['a']]);
  });

  test('never groups two appends to one stream, and keeps their order', async () => {
    const { database, push, outcomes } = start();
    for (const name of ['a1', 'a2']) push('a', name);
    push('b');
    push('a', 'a3');
    push('c');
    await flushTurn();
    await database.answer(0);
    await database.answer(1);
    await database.answer(2);
    expect(database.sent()).toEqual([['a', 'b', 'c'], ['a'], ['a']]);
    expect([...outcomes.keys()]).toEqual(['a1', 'b', 'c', 'a2', 'a3']);
  });

  test('never groups an append that relies on a stream with one that writes to it', async () => {
    const { database, push } = start();
    push('early', 'early', 1, 'price');
    push('price');
    push('late', 'late', 1, 'price');
    push('trade+order');
    push('order');
    push('other');
    await flushTurn();
    await database.answer(0);
    expect(database.sent()).toEqual([
      ['early', 'price', 'trade+order', 'other'],
      ['late', 'order'],
    ]);
  });

  test('does not send an append before an earlier one to its stream that did not fit into the group', async () => {
    const { database, push, outcomes } = start();
    push('large', 'large', 40);
    push('more', 'more', 30);
    push('a', 'a1', 20);
    push('a', 'a2');
    push('b');
    await flushTurn();
    expect(database.sent()).toEqual([['large', 'more', 'b']]);
    await database.answer(0);
    await database.answer(1);
    await database.answer(2);
    expect(database.sent().slice(1)).toEqual([['a'], ['a']]);
    expect([...outcomes.keys()]).toEqual(['large', 'more', 'b', 'a1', 'a2']);
  });

  test('resends a rolled-back group by halves, so that no append fails because of another', async () => {
    const { database, push, outcomes } = start();
    for (const stream of ['good', 'bad', 'fine']) push(stream);
    await flushTurn();
    await database.fail(0, rolledBack());
    await database.fail(1, rolledBack());
    await database.answer(2);
    await database.fail(3, rolledBack());
    await database.answer(4);
    expect(database.sent()).toEqual([['good', 'bad', 'fine'], ['good', 'bad'], ['good'], ['bad'], ['fine']]);
    expect(Object.fromEntries(outcomes)).toMatchObject({ good: 'repeated', bad: 'none', fine: 'repeated' });
  });

  test('resends few groups for one bad append, so that the others end before their deadline', async () => {
    const { database, push, outcomes } = start();
    for (let index = 0; index < 64; index += 1) push(index === 50 ? 'bad' : `s${index}`);
    await flushTurn();
    for (let index = 0; index < database.groups.length; index += 1)
      if (database.groups[index]?.streams.includes('bad')) await database.fail(index, rolledBack());
      else await database.answer(index);
    expect(outcomes.get('bad')).toBe('none');
    expect([...outcomes.values()].filter((outcome) => outcome === 'repeated')).toHaveLength(63);
    expect(database.groups).toHaveLength(13);
  });

  test('does not resend a group with an unknown outcome', async () => {
    const { database, push, outcomes } = start();
    for (const stream of ['a', 'b']) push(stream);
    await flushTurn();
    await database.fail(0, new EventLogUnavailable('unknown'));
    expect(database.sent()).toHaveLength(1);
    expect(Object.fromEntries(outcomes)).toMatchObject({ a: 'unknown', b: 'unknown' });
  });

  test('rejects at the deadline, and reports whether the append had been sent', async () => {
    const { database, push, outcomes } = start(50);
    push('sent');
    await flushTurn();
    push('waiting');
    await expect.poll(() => Object.fromEntries(outcomes)).toEqual({ sent: 'unknown', waiting: 'none' });
    await database.answer(0);
    expect(database.sent()).toEqual([['sent']]);
  });

  test('refuses appends beyond its capacity, and keeps the others', async () => {
    const { database, push, outcomes } = start();
    for (let index = 0; index < 4_096; index += 1) push(`s${index}`);
    push('one too many');
    await flushTurn();
    expect(Object.fromEntries(outcomes)).toEqual({ 'one too many': 'none' });
    for (let group = 0; group < 64; group += 1) await database.answer(group);
    expect(outcomes.size).toBe(4_097);
  });

  test('finishes the group in progress when closed, and refuses the rest', async () => {
    const { database, push, outcomes, queue } = start();
    push('under way');
    await flushTurn();
    push('waiting');
    const closed = queue.close();
    push('late');
    await database.answer(0);
    await closed;
    expect(Object.fromEntries(outcomes)).toEqual({ 'under way': 'repeated', waiting: 'none', late: 'none' });
    expect(database.sent()).toHaveLength(1);
  });
});
