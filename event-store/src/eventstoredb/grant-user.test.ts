import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EventStoreDBClient } from '@eventstore/db-client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import { createEventStoreDbEventLog } from './eventstoredb-event-log.ts';
import { grantUser } from './grant-user.ts';
import { findServerProgram, type LocalServer, startLocalServer } from './server.fixture.ts';

const program = findServerProgram();
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const password = 'quartz-lantern-842';

describe.runIf(program !== undefined && hasOpenssl)(
  'an EventStoreDB with TLS (needs `kurrentdb` and `openssl` on the PATH)',
  () => {
    let folder: string;
    let server: LocalServer;
    const file = (name: string) => path.join(folder, name);
    const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
    const url = (user: string, authority = 'ca.crt', host = 'localhost') =>
      `esdb://${user}@${host}:${server.port}?tlsCAFile=${file(authority)}`;
    const admin = () => url(`admin:${password}`);

    function makeAuthority(name: string): void {
      openssl(
        ...'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=authority'.split(' '),
        ...['-keyout', `${name}.key`, '-out', `${name}.crt`],
      );
    }

    beforeAll(async () => {
      folder = mkdtempSync(path.join(tmpdir(), 'eventstoredb-tls-'));
      makeAuthority('ca');
      makeAuthority('other');
      openssl(
        ...'req -newkey rsa:2048 -nodes -subj /CN=eventstoredb-node -keyout node.key -out node.csr'.split(
          ' ',
        ),
      );
      const extensions = [
        'keyUsage=critical,digitalSignature,keyEncipherment',
        'extendedKeyUsage=clientAuth,serverAuth',
        'subjectAltName=DNS:localhost',
      ];
      writeFileSync(file('extensions'), extensions.join('\n'));
      openssl(
        ...'x509 -req -days 2 -in node.csr -CA ca.crt -CAkey ca.key -CAcreateserial'.split(' '),
        ...['-extfile', 'extensions', '-out', 'node.crt'],
      );
      cpSync(file('ca.crt'), file('trusted/ca.crt'));
      server = await startLocalServer(program ?? '', [], {
        EVENTSTORE_CERTIFICATE_FILE: file('node.crt'),
        EVENTSTORE_CERTIFICATE_PRIVATE_KEY_FILE: file('node.key'),
        EVENTSTORE_TRUSTED_ROOT_CERTIFICATES_PATH: file('trusted'),
        EVENTSTORE_DEFAULT_ADMIN_PASSWORD: password,
        EVENTSTORE_DEFAULT_OPS_PASSWORD: password,
      });
      await grantUser(admin(), url('ledger:first-password-1'));
    });
    afterAll(async () => {
      await server?.stop();
      rmSync(folder, { recursive: true });
    });

    test('its user reads and appends, and neither deletes streams nor changes their settings', async () => {
      const user = url('ledger:second-password-2');
      // Run again, with another password.
      await grantUser(admin(), user);
      const log = createEventStoreDbEventLog({ connectionString: user });
      const stream = sampleStream();
      await log.append(stream, 'no-stream', sampleEvents(1));
      expect(await log.readStream(stream, { direction: 'forwards', limit: 2 })).toHaveLength(1);
      expect((await log.lastEvent())?.stream).toBe(stream);
      expect(await log.withheld()).toEqual([]);
      await log.close();
      const client = EventStoreDBClient.connectionString(user);
      const denied = { code: 7 };
      await expect(client.deleteStream(stream)).rejects.toMatchObject(denied);
      await expect(client.tombstoneStream(stream)).rejects.toMatchObject(denied);
      await expect(client.setStreamMetadata(stream, { maxCount: 1 })).rejects.toThrow();
      expect((await client.getStreamMetadata(stream)).metadata).toBeUndefined();
    });

    test.each([
      ['a wrong password', () => url('ledger:wrong'), 'not with this password'],
      [
        'the authority of another',
        () => url('ledger:wrong', 'other.crt'),
        'not of the authority in tlsCAFile',
      ],
      ['another name of the host', () => url('ledger:wrong', 'ca.crt', '127.0.0.1'), 'names another host'],
    ])('%s is named', async (_, connectionString, message) => {
      const log = createEventStoreDbEventLog({ connectionString: connectionString() });
      await expect(log.lastEvent()).rejects.toMatchObject({
        outcome: 'none',
        cause: { name: 'EventLogDenied', message: expect.stringContaining(message) },
      });
      await log.close();
    });
  },
);

test.each([
  ['without a user', 'esdb://localhost:2113', 'needs a user name and a password'],
  [
    'without the file of its authority',
    'esdb://a:b@localhost:2113?tlsCAFile=/none.crt',
    'File was not found',
  ],
])('a connection string %s is refused at once', (_, connectionString, message) => {
  expect(() => createEventStoreDbEventLog({ connectionString })).toThrow(
    expect.objectContaining({
      cause: expect.objectContaining({ message: expect.stringContaining(message) }),
    }),
  );
});

test('a server in which no user can be made is reported like a refused right', async () => {
  const nowhere = 'esdb://a:b@127.0.0.1:1';
  await expect(grantUser(nowhere, nowhere, 0)).rejects.toMatchObject({
    name: 'EventLogUnavailable',
    cause: { name: 'EventLogDenied', message: expect.stringContaining('EVENTSTORE_ADMIN_URL') },
  });
});
