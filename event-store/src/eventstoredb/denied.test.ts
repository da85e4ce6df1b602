import { once } from 'node:events';
import http2 from 'node:http2';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { sampleEvents, sampleStream } from '../conformance/sample-events.ts';
import { type EventLog, logStart } from '../event-log.ts';
import { createEventStoreDbEventLog } from './eventstoredb-event-log.ts';
import { positionOf } from './position.ts';

const noSuchCall = { 'grpc-status': '12' };
/** EventStoreDB's replies to a wrong password, and to a user without a right. */
const wrongPassword = { 'grpc-status': '16', 'grpc-message': 'Unauthenticated' };
const noRight = { 'grpc-status': '7', 'grpc-message': 'Access Denied', exception: 'access-denied' };

let server: http2.Http2Server;
let log: EventLog;
const lost: unknown[] = [];

/** Replies the same to every call on streams. */
async function openDenying(answer: object): Promise<void> {
  server = http2.createServer();
  server.on('stream', (stream, { ':path': path = '' }) => {
    const ended = path.includes('streams.Streams') ? answer : noSuchCall;
    stream.respond({ ':status': 200, 'content-type': 'application/grpc', ...ended }, { endStream: true });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  log = createEventStoreDbEventLog({
    connectionString: `esdb://127.0.0.1:${port}?tls=false`,
    onConnectionLost: (cause) => lost.push(cause),
  });
}

afterEach(async () => {
  lost.length = 0;
  await log.close();
  server.close();
});

const deniedWith = (message: string) => ({
  name: 'EventLogUnavailable',
  outcome: 'none',
  cause: { name: 'EventLogDenied', message },
});

test('reports a wrong password in every call', async () => {
  await openDenying(wrongPassword);
  const denied = deniedWith(
    'EventStoreDB does not know the user of EVENTSTORE_URL, or not with this password',
  );
  const stream = sampleStream();
  for (const call of [
    () => log.readAll({ after: logStart, limit: 1 }),
    () => log.lastEvent(),
    () => log.readStream(stream, { direction: 'forwards', limit: 1 }),
    () => log.append(stream, 'no-stream', sampleEvents(1)),
  ])
    await expect(call()).rejects.toMatchObject(denied);
});

test('names a missing right', async () => {
  await openDenying(noRight);
  const lacks = (right: string) => deniedWith(`the user of EVENTSTORE_URL has no right to ${right}`);
  const stream = sampleStream();
  await expect(log.lastEvent()).rejects.toMatchObject(lacks('read $all'));
  await expect(log.readStream(stream, { direction: 'forwards', limit: 1 })).rejects.toMatchObject(
    lacks('read streams'),
  );
  await expect(log.append(stream, 'no-stream', sampleEvents(1))).rejects.toMatchObject(
    lacks('append to streams'),
  );
});

test('reports a follower without the right to read, and retries', async () => {
  await openDenying(noRight);
  const stop = new AbortController();
  const following = log.subscribeAll({ after: logStart, signal: stop.signal })[Symbol.asyncIterator]().next();
  await expect.poll(() => lost.length).toBe(1);
  expect(lost).toMatchObject([deniedWith('the user of EVENTSTORE_URL has no right to read $all')]);
  stop.abort();
  expect((await following).done).toBe(true);
});

test.each([
  ['was cut', '13'],
  ['failed without a reason', '2'],
])('a follower whose read %s retries; its position is not in doubt', async (_, status) => {
  await openDenying({ 'grpc-status': status });
  const stop = new AbortController();
  const after = positionOf({ commit: 1n, prepare: 1n });
  const following = log.subscribeAll({ after, signal: stop.signal })[Symbol.asyncIterator]().next();
  await Promise.race([following, expect.poll(() => lost.length).toBeGreaterThan(0)]);
  stop.abort();
  expect((await following).done).toBe(true);
});
