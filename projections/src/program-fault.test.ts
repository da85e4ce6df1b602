import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EventLogCorrupt, EventLogUnavailable } from '@matgyo/event-store/event-log-errors';
import { createEventStoreDbEventLog } from '@matgyo/event-store/eventstoredb/eventstoredb-event-log';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { programFault } from './program-fault.ts';
import { openSources } from './program-sources.ts';

const urlOf = (change: Partial<pg.ClientConfig>) => {
  const { host, port, user, database } = { ...inject('postgres'), ...change };
  return `postgres://${user}@localhost/${database}?host=${encodeURIComponent(String(host))}&port=${port}`;
};
const faultOf = (DATABASE_URL: string) => openSources({ DATABASE_URL }).then(() => undefined, programFault);

describe('a program says in a sentence that', () => {
  test('a URL is invalid, without repeating it', async () => {
    expect(await faultOf('postgres://program:se/cret@host/db')).toEqual({
      message:
        'DATABASE_URL is not valid: expected a URL like postgres://user:password@host/database, the password percent-encoded.',
      code: 78,
    });
  });

  test.each([
    ['the database', { database: 'nowhere' }, 'database "nowhere" does not exist. Is the database'],
    ['the user', { user: 'nobody' }, 'role "nobody" does not exist. Are user and password'],
    ['the port', { port: 1 }, 'could not be reached: connect ENOENT'],
  ])('%s is another one', async (_, change, sentence) => {
    expect(await faultOf(urlOf(change))).toEqual({ message: expect.stringContaining(sentence), code: 4 });
  });

  test('there is no installation in the folder, and makes none', async () => {
    const fault = await openSources({ DATA_DIR: '/nowhere' }).then(() => undefined, programFault);
    expect(fault).toEqual({ message: expect.stringContaining('no installation in /nowhere'), code: 1 });
  });

  test.each([
    ['does not start', []],
    ['has a folder that cannot be written to', ['started-by.json']],
  ])('the embedded PostgreSQL %s', async (_, foldersInPlaceOfFiles) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'matgyo-broken-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const cluster = path.join(folder, 'postgres');
    await mkdir(cluster, { mode: 0o700 });
    await writeFile(path.join(cluster, 'PG_VERSION'), '18\n');
    for (const name of foldersInPlaceOfFiles) await mkdir(path.join(cluster, name));
    // The folder of its socket is made in it.
    vi.stubEnv('TMPDIR', folder);
    onTestFinished(() => void vi.unstubAllEnvs());
    const fault = await openSources({ DATA_DIR: folder }).then(() => undefined, programFault);
    expect(fault).toEqual({ message: expect.stringContaining('PostgreSQL does not start: '), code: 4 });
    expect(await readdir(folder)).toEqual(['postgres']);
  });

  test.each(['53100', '53300', '57P03'])('PostgreSQL refuses for now (%s)', (code) => {
    const error = Object.assign(new pg.DatabaseError('too many connections', 1, 'error'), { code });
    const fault = { message: expect.stringContaining('too many connections. Is it starting'), code: 4 };
    expect(programFault(error)).toEqual(fault);
    expect(programFault(new EventLogUnavailable('none', { cause: error }))).toEqual(fault);
  });

  test('EventStoreDB cannot be reached, also at a repeated call', async () => {
    const log = createEventStoreDbEventLog({ connectionString: 'esdb://127.0.0.1:1?tls=false' });
    const fault = { message: expect.stringContaining('The event log could not be reached'), code: 4 };
    for (const _ of ['first', 'repeated'])
      expect(await log.lastEvent().then(() => undefined, programFault)).toEqual(fault);
    await log.close();
  });

  test('the event log contradicts itself or a checkpoint, except for an answer of its server', () => {
    const message = 'The event log does not hold what it should: events of stream x are held back or gone.';
    const corrupt = new EventLogCorrupt('events of stream x are held back or gone');
    expect(programFault(corrupt)).toEqual({ message, code: 4 });
    const unexpected = new EventLogCorrupt('the database cannot do what the log asks', {
      cause: new Error(),
    });
    expect(programFault(unexpected)).toBeUndefined();
  });

  test.each(['42501', '42P01', '42703'])(
    'a right, table or column is missing (%s), also to the event log',
    async (code) => {
      const error = Object.assign(new pg.DatabaseError('cannot use schema app', 1, 'error'), { code });
      const fault = { message: expect.stringMatching(/use schema app\. .*"npm run migrate"/), code: 4 };
      expect(programFault(error)).toEqual(fault);
      expect(programFault(new EventLogUnavailable('none', { cause: error }))).toEqual(fault);
    },
  );
});

test('of a bug the stack is shown', () => {
  expect(programFault(new TypeError('x is undefined'))).toBeUndefined();
});
