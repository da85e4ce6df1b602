import { randomUUID } from 'node:crypto';
import { cp, open, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { sampleEvent } from '@matgyo/event-store/conformance/sample-events';
import { type EventLog, logStart, type RecordedEvent } from '@matgyo/event-store/event-log';
import { EventLogCorrupt } from '@matgyo/event-store/event-log-errors';
import { createEventStoreDbEventLog } from '@matgyo/event-store/eventstoredb/eventstoredb-event-log';
import {
  clientOf,
  findServerProgram,
  type LocalServer,
  startLocalServer,
} from '@matgyo/event-store/eventstoredb/server.fixture';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { findingIn } from '../audit/verify-streams.ts';
import { openSignedLedger, type SignedLedger } from './checkpoints.fixture.ts';

const program = findServerProgram();
/** Files of 1 MB instead of 256 MB, because they are read and copied completely. */
const smallFiles = ['--chunk-size=1048576', '--chunks-cache-size=2100000'];

// Runs if a program `kurrentdb` is on the PATH.
describe.skipIf(program === undefined)('a tampered EventStoreDB', () => {
  let server: LocalServer;
  let ledger: SignedLedger;
  let client: ReturnType<typeof clientOf>;
  let streams: readonly [string, string, string, string, string];
  const byAdmin = { credentials: { username: 'admin', password: 'changeit' } };

  beforeAll(async () => {
    server = await startLocalServer(program ?? '', smallFiles);
    client = clientOf(server);
    ledger = await openSignedLedger(async () => openLog());
    const { history } = ledger;
    history.price('1400');
    const member = history.member();
    const cancelled = ['14000', '28000', '42000', '56000', '70000'].map((krw) => {
      const order = history.openOrder('sell', member, krw);
      history.cancelOrder(order);
      return `order-${order.id}`;
    });
    streams = cancelled as unknown as typeof streams;
    history.member();
    await ledger.write();
    await ledger.checkpoints.signIfDue();
  });

  afterAll(async () => {
    await client?.dispose();
    await ledger?.close();
    await server?.stop();
  });

  const openLog = (): EventLog => createEventStoreDbEventLog({ connectionString: server.connectionString });
  const whole = (stream: string) => ledger.log.readStream(stream, { direction: 'forwards', limit: 100 });
  const newest = (stream: string) => ledger.log.readStream(stream, { direction: 'backwards', limit: 100 });
  const found = async () => (await ledger.verify()).found;
  const heldBack = (stream: string, why: string) =>
    `chain: ${stream} is not given whole to who reads it: ${why}`;

  /** A restarted server and its clients need a moment. */
  const answers = (log: EventLog) =>
    vi.waitFor(() => log.lastEvent(), { timeout: 60_000, interval: 100 }).then(() => undefined);

  test('has no findings before', async () => {
    expect(await ledger.verify()).toEqual({ found: [], notes: [] });
  });

  test('names a stream shortened by $maxCount, and refuses to read it as if it began later', async () => {
    const [stream] = streams;
    await client.setStreamMetadata(stream, { maxCount: 1 }, byAdmin);
    expect(await found()).toEqual([heldBack(stream, 'its settings are $maxCount')]);
    for (const read of [whole, newest]) await expect(read(stream)).rejects.toBeInstanceOf(EventLogCorrupt);
    // In the order's trail, too.
    expect(await findingIn(ledger.log, [{ stream, revision: 2, event_id: '', hash: '' }], [])).toMatchObject({
      what: 'missing',
      stream,
    });
    await client.setStreamMetadata(stream, {}, byAdmin);
    expect(await found()).toEqual([]);
    expect(await whole(stream)).toHaveLength(3);
  });

  test('names a deleted stream, and does not treat it as new', async () => {
    const [, stream] = streams;
    await client.deleteStream(stream, byAdmin);
    expect(await found()).toEqual([heldBack(stream, 'its settings are $tb')]);
    for (const read of [whole, newest]) await expect(read(stream)).rejects.toBeInstanceOf(EventLogCorrupt);
    expect(await whole(`order-${'0'.repeat(24)}`)).toEqual([]);
  });

  test('names a permanently deleted stream, and others are unaffected', async () => {
    const [, deleted, stream] = streams;
    const events = (await ledger.log.readAll({ after: logStart, limit: 1_000 })).events;
    await client.tombstoneStream(stream, byAdmin);
    expect(await found()).toEqual([
      heldBack(deleted, 'its settings are $tb'),
      heldBack(stream, 'it was deleted for good'),
    ]);
    for (const read of [whole, newest]) await expect(read(stream)).rejects.toBeInstanceOf(EventLogCorrupt);
    expect((await ledger.log.readAll({ after: logStart, limit: 1_000 })).events).toEqual(events);
    ledger.history.member();
    await ledger.write();
    ledger.passHours(1);
    expect((await ledger.checkpoints.signIfDue())?.statement.sequence).toBe(2);
  });

  test('detects a byte flipped in a file of the log, and names the event', async () => {
    const [, , , stream] = streams;
    const [placed] = await whole(stream);
    await overwrite('"krwAmount":"56000"', '"krwAmount":"57000"');
    expect(await found()).toContain(
      'chain: the event is not the one that was sealed: its content was changed',
    );
    expect(
      await findingIn(ledger.log, [{ stream, revision: 0, event_id: placed?.id ?? '', hash: '' }], []),
    ).toMatchObject({ what: 'changed', stream, revision: 0 });
    await overwrite('"krwAmount":"57000"', '"krwAmount":"56000"');
  });

  test('detects an older copy of the log by its missing end, and followers do not continue silently', async () => {
    await keepCopy();
    const order = ledger.history.openOrder('buy', ledger.history.member(), '84000');
    await ledger.write();
    ledger.passHours(1);
    await ledger.checkpoints.signIfDue();
    const end = (await ledger.log.lastEvent())?.position ?? logStart;
    await restoreCopy();
    expect((await found()).filter((what) => what.startsWith('checkpoints'))).toEqual([
      expect.stringMatching(/^checkpoints: the log was cut: it does not hold the last of the \d+ events /),
      expect.stringMatching(/^checkpoints: member-\w+ is gone: checkpoint 3 /),
      `checkpoints: order-${order.id} is gone: checkpoint 3 was signed over it up to revision 1`,
    ]);
    const following = ledger.log.subscribeAll({ after: end, signal: AbortSignal.timeout(60_000) });
    await expect(following[Symbol.asyncIterator]().next()).rejects.toBeInstanceOf(EventLogCorrupt);
  });

  test('detects an older copy that has grown as long as the log was, by the event that a follower handled last', async () => {
    const add = async () => {
      const { events } = await ledger.log.append(`other-${randomUUID()}`, 'no-stream', [sampleEvent()]);
      return events[0] as RecordedEvent;
    };
    await keepCopy();
    const lost = await add();
    const signal = AbortSignal.timeout(60_000);
    const follower = ledger.log.subscribeAll({ after: logStart, signal })[Symbol.asyncIterator]();
    for (let seen: RecordedEvent | undefined; seen?.id !== lost.id; )
      seen = (await follower.next()).value.events.at(-1);
    const coming = follower.next();
    const ended = expect(coming).rejects.toBeInstanceOf(EventLogCorrupt);
    await restoreCopy();
    // At the same position, unless the server's own event at its start had another length.
    await add();
    await add();
    await ended;
    const from = { after: lost.position, afterId: lost.id };
    const following = ledger.log
      .subscribeAll({ ...from, signal })
      [Symbol.asyncIterator]()
      .next();
    await expect(following).rejects.toBeInstanceOf(EventLogCorrupt);
  });

  const older = () => `${server.dataFolder}-older`;

  async function keepCopy(): Promise<void> {
    await server.kill();
    await cp(server.dataFolder, older(), { recursive: true });
    await server.start();
    await answers(ledger.log);
  }

  async function restoreCopy(): Promise<void> {
    await server.kill();
    await rm(server.dataFolder, { recursive: true });
    await rename(older(), server.dataFolder);
    await server.start();
    await answers(ledger.log);
  }

  /** Overwrites text in the server's file while the server is stopped. */
  async function overwrite(text: string, other: string): Promise<void> {
    await server.kill();
    const names = await readdir(server.dataFolder);
    for (const name of names.filter((each) => each.startsWith('chunk-'))) {
      const file = await open(path.join(server.dataFolder, name), 'r+');
      const at = (await file.readFile()).indexOf(text);
      if (at >= 0) await file.write(other, at);
      await file.close();
    }
    await server.start();
    await answers(ledger.log);
  }
});
