import { expect, test } from 'vitest';
import { statementName, statementNames } from './prepared.ts';

test('a statement gets the name of its text, which PostgreSQL does not cut', () => {
  const name = statementNames(1)('select 1');
  expect([name, name?.length]).toEqual([statementName('select 1'), 26]);
  expect(statementName('select 2')).not.toBe(name);
});

test('texts beyond the limit have no name, and those before keep theirs', () => {
  const nameOf = statementNames(2);
  const [first] = ['a', 'b', 'a'].map(nameOf);
  expect(['c', 'a', 'b'].map(nameOf)).toEqual([undefined, first, statementName('b')]);
});
