import pg from 'pg';
import { expect, test } from 'vitest';
import { connectionTo } from './database-url.ts';

test('a connection has the name that the program gives it, whatever name is in DATABASE_URL', () => {
  const nameAt = (url: string) => {
    const client = new pg.Client({ ...connectionTo(url), application_name: 'ours' });
    return (client as unknown as { connectionParameters: { application_name: string } }).connectionParameters
      .application_name;
  };
  expect(nameAt('postgres://user:p%40ss@host/db')).toBe('ours');
  expect(nameAt('postgres://user:p%40ss@host/db?application_name=theirs')).toBe('ours');
  expect(connectionTo('postgres://user:p%40ss@host/db?application_name=theirs&host=%2Ftmp')).toEqual({
    connectionString: 'postgres://user:p%40ss@host/db?host=%2Ftmp',
  });
});
