import { describe, expect, test } from 'vitest';
import { sha256Hex } from '#sha256';
import { firstStatement, grounds, newEvent } from './case-file.fixture.ts';
import { statementHash, statementsNamedIn } from './case-file.ts';
import { file, foundIfSigned } from './changed-case-file.fixture.ts';

describe('the statements of a case file', () => {
  const [first, second] = [statementHash(firstStatement), statementHash(grounds)];

  test('are those that the events name', async () => {
    const changed = [['statements', `the text of statement ${first} is not what the event names`, first]];
    for (const other of [{ text: 'I paid a day ago' }, { salt: 'other' }, { imageSha256: '0'.repeat(64) }])
      expect(
        await foundIfSigned(({ statements }) => Object.assign(statements?.[0] as object, other)),
      ).toEqual(changed);
  });

  test('include all that events name, and no others', async () => {
    expect(await foundIfSigned(({ statements }) => statements?.shift())).toEqual([
      ['statements', `the statement ${first} is missing`, first],
    ]);
    const more = { text: 'more', salt: '', imageSha256: null };
    const hash = statementHash(more);
    expect(await foundIfSigned(({ statements }) => statements?.push({ hash, ...more }))).toEqual([
      ['statements', `the statement ${hash} is in no event`, hash],
    ]);
  });

  test('have their text', async () => {
    expect(
      await foundIfSigned(({ statements }) => Object.assign(statements?.[0] as object, { text: null })),
    ).toEqual([['statements', `the text of statement ${first} was removed`, first]]);
  });

  test('are named in events by a statement or the grounds of a ruling', () => {
    expect([...statementsNamedIn(file.streams.flatMap(({ events }) => events))]).toEqual([first, second]);
    expect([...statementsNamedIn([newEvent('Other', { statement: 7 }), newEvent('Other')])]).toEqual([]);
  });

  test('are hashed with a salt and their image', () => {
    expect(first).toBe(sha256Hex(`["${firstStatement.salt}","${firstStatement.text}",null]`));
  });
});
