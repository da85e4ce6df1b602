import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { EventLogCorrupt } from '../event-log-errors.ts';
import { asLogError } from './failures.ts';

function reported(code: string, constraint?: string): pg.DatabaseError {
  const error = new pg.DatabaseError('reported by the server', 22, 'error');
  error.code = code;
  error.constraint = constraint;
  return error;
}

describe('the error of a failed call', () => {
  test.each([
    ['a lock timeout', reported('55P03')],
    ['a statement that took too long', reported('57014')],
    ['a deadlock', reported('40P01')],
    ['too many connections', reported('53300')],
  ])('%s: the server rolled back, so nothing was written', (_, cause) => {
    expect(asLogError(cause, { sent: true })).toMatchObject({ name: 'EventLogUnavailable', outcome: 'none' });
  });

  test.each([
    ['a terminated session', reported('57P01')],
    ['a crashed server', reported('57P02')],
    ['a transaction that took too long', reported('25P04')],
    ['a full disk', reported('53100')],
    ['a broken connection', new Error('Connection terminated unexpectedly')],
  ])('%s: an append may have been written, a read has written nothing', (_, cause) => {
    expect(asLogError(cause, { sent: true })).toMatchObject({ outcome: 'unknown', cause });
    expect(asLogError(cause, { sent: false })).toMatchObject({ outcome: 'none', cause });
  });

  test.each([
    ['damaged data', 'XX001'],
    ['a missing schema', '3F000'],
    ['a missing table', '42P01'],
    ['a missing permission', '42501'],
  ])('%s needs a person: asking again would change nothing', (_, code) => {
    expect(asLogError(reported(code), { sent: true })).toBeInstanceOf(EventLogCorrupt);
  });
});
