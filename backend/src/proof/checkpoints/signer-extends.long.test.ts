import { rm } from 'node:fs/promises';
import path from 'node:path';
import { DeadlineExceeded } from '@matgyo/event-store/deadline';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { chainEvents } from '@matgyo/ledger/proof/stream-chain';
import { heads } from '@matgyo/projections/read-models/heads/heads';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { rebuildReadModels } from '../../../../test/rebuild-read-models.ts';
import { openSignedLedger, type SignedLedger } from './checkpoints.fixture.ts';

let ledger: SignedLedger;
/** An order with three events that a checkpoint covers, and one with events after it. */
let covered: string;

beforeEach(async () => {
  ledger = await openSignedLedger();
  const { history } = ledger;
  history.price('1400');
  const order = history.openOrder('sell', history.member(), '28000');
  covered = `order-${order.id}`;
  history.cancelOrder(order);
  await ledger.write();
  await ledger.checkpoints.signIfDue();
});

afterEach(() => ledger.close());

const query = (text: string, values: unknown[] = []) => ledger.pool.query(text, values);

/** Changes the past of a stream, computes its hashes again and updates the heads, as the owner of the database can. */
async function rewriteWithHeads(stream: string): Promise<void> {
  const events = await ledger.log.readStream(stream, { direction: 'forwards', limit: 100 });
  const changed = events.map((event: RecordedEvent) => ({
    ...event,
    metadata: { ...event.metadata, at: event.metadata.at.replace('2026', '2025') },
  }));
  const chained = chainEvents(stream, 'no-stream', changed);
  for (const { id, metadata } of chained) {
    const { prevHash, hash, ...stated } = metadata;
    await query('update event_log.events set metadata = $2, prev_hash = $3, hash = $4 where id = $1', [
      ...[id, JSON.stringify(stated), prevHash, hash],
    ]);
  }
  await query('update read_heads.heads set hash = $2 where stream = $1', [
    stream,
    chained.at(-1)?.metadata.hash,
  ]);
}

/** Appends one event to a stream, and advances an hour. */
async function continueStream(): Promise<void> {
  ledger.history.member();
  await ledger.write();
  ledger.passHours(1);
}

describe('a past that was rewritten together with the heads is not signed', () => {
  test('after a restart', async () => {
    await rewriteWithHeads(covered);
    await continueStream();
    const restarted = await ledger.anotherSigner();
    await expect(restarted.signIfDue()).rejects.toThrow('do not end as they did');
    expect(restarted.refusal()).toEqual({
      since: '2026-02-01T01:00:00.000Z',
      why: 'log-rewritten',
      checkpoint: 1,
      subject: null,
    });
    ledger.passHours(1);
    await expect(restarted.prove([covered])).rejects.toThrow('do not end as they did');
    expect(restarted.refusal()?.since).toBe('2026-02-01T01:00:00.000Z');
    expect((await query('select from app.signed_checkpoints')).rowCount).toBe(1);
  });

  test('after a rebuild of the read models, by a signer that was running', async () => {
    await rewriteWithHeads(covered);
    await rebuildReadModels(ledger.log, ledger.pool, [heads]);
    const restarted = await ledger.anotherSigner();
    await expect(restarted.signIfDue()).rejects.toThrow('do not end as they did');
    // The new event is in the same bucket of the tree, where the running signer detects the change.
    await ledger.history.writeTo(ledger.log);
    await expect(ledger.checkpoints.prove([covered])).rejects.toThrow('heads is not what the log comes to');
    expect(ledger.checkpoints.refusal()).toMatchObject({ why: 'heads-changed', subject: covered });
  });

  test('and signing continues once it is restored', async () => {
    const [before] = (await query('select hash from read_heads.heads where stream = $1', [covered])).rows;
    await query(`update read_heads.heads set hash = repeat('0', 64) where stream = $1`, [covered]);
    await expect(ledger.checkpoints.prove([covered])).rejects.toThrow('heads is not what the log comes to');
    await query('update read_heads.heads set hash = $2 where stream = $1', [covered, before.hash]);
    await continueStream();
    expect((await ledger.checkpoints.signIfDue())?.statement.sequence).toBe(2);
    expect(ledger.checkpoints.refusal()).toBeNull();
    expect(await ledger.verify()).toEqual({ found: [], notes: [] });
  });
});

test('does not sign a past that was truncated together with the heads', async () => {
  await query('delete from event_log.events where stream = $1 and revision = 2', [covered]);
  await rebuildReadModels(ledger.log, ledger.pool, [heads]);
  await expect((await ledger.anotherSigner()).signIfDue()).rejects.toThrow('do not end as they did');
});

test('does not continue a checkpoint of an untrusted key', async () => {
  await continueStream();
  await query(`insert into app.signed_checkpoints (sequence, event_id, made_at, statement, signature)
    select 2, event_id, made_at, replace(statement, '"sequence":1', '"sequence":2'), signature from app.signed_checkpoints`);
  await expect(ledger.checkpoints.signIfDue()).rejects.toThrow('not signed by a trusted key');
});

test('does not sign an event that does not continue its stream', async () => {
  await continueStream();
  await query(
    `update event_log.events set data = '{}' where position = (select max(position) from event_log.events)`,
  );
  await expect(ledger.checkpoints.signIfDue()).rejects.toThrow('does not continue its stream');
});

test('derives the same state from the log at the start as a running signer has', async () => {
  await continueStream();
  await ledger.checkpoints.signIfDue();
  await continueStream();
  const restarted = await ledger.anotherSigner();
  const [one, other] = [await restarted.prove([covered]), await ledger.checkpoints.prove([covered])];
  expect(other).toEqual(one);
  expect(one?.checkpoint.statement.sequence).toBe(3);
});

test('a late proof, or a report, leaves the queue: nothing is signed for it', async () => {
  const { log, checkpoints } = ledger;
  ledger.history.member();
  await ledger.write();
  const readAll = log.readAll.bind(log);
  const reading = Promise.withResolvers<void>();
  const slowly = vi.spyOn(log, 'readAll').mockImplementation(async (options) => {
    await reading.promise;
    return readAll(options);
  });
  const first = checkpoints.signIfDue();
  await expect.poll(() => slowly.mock.calls.length).toBe(1);
  await expect(checkpoints.prove([covered])).rejects.toThrow(DeadlineExceeded);
  const uncovered = { eventId: (await log.lastEvent())?.id ?? '' };
  await expect(checkpoints.ofReport(uncovered)).rejects.toThrow(DeadlineExceeded);
  // Comes after both.
  const last = checkpoints.signIfDue();
  reading.resolve();
  await first;
  expect((await last)?.statement.sequence).toBe(1);
  ledger.passHours(1);
  expect((await checkpoints.signIfDue())?.statement.sequence).toBe(2);
});

test('a checkpoint that another backend signs meanwhile with another key is reported, one from before is not', async () => {
  await rm(path.join(ledger.dataDir, 'keys', 'checkpoint-key.pem'));
  const other = await ledger.anotherSigner();
  await continueStream();
  const signed = await other.signIfDue();
  expect(signed?.statement.sequence).toBe(2);
  expect(ledger.otherKeys).toEqual([]);
  await continueStream();
  await ledger.checkpoints.signIfDue();
  expect(ledger.otherKeys).toEqual([signed?.statement.keyId]);
});
