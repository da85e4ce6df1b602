import { readFile, writeFile } from 'node:fs/promises';
import type { CheckpointStatement } from '@matgyo/contracts/proofs';
import { priceStream } from '@matgyo/contracts/streams';
import { logStart } from '@matgyo/event-store/event-log';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';
import { headsPart } from '@matgyo/ledger/proof/checkpoint';
import { bucketOf, type Head, MerkleTree } from '@matgyo/ledger/proof/merkle-tree';
import { chainStart, contentHashOf, hashOf, roomName } from '@matgyo/ledger/proof/room-chain';
import { chainEvents } from '@matgyo/ledger/proof/stream-chain';
import { checkpointCopyFile } from '@matgyo/projections/proofs/checkpoint-copy-file';
import { signCheckpoint } from '@matgyo/projections/proofs/sign-checkpoint';
import { loadCheckpoints } from '@matgyo/projections/verify/signed-checkpoints';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createMessageStore } from '../../conversation/chat/message-store.ts';
import { openSignedLedger } from './checkpoints.fixture.ts';
import { openSigningKey } from './signing-key.ts';

/*
 * With a stolen signing key a history is rewritten and its last checkpoint signed anew. A copy of the first checkpoint
 * that is kept elsewhere still contradicts it.
 */

let ledger: Awaited<ReturnType<typeof openSignedLedger>>;
const query = (text: string, values: unknown[] = []) => ledger.pool.query(text, values);

beforeEach(async () => {
  ledger = await openSignedLedger();
  ledger.history.member();
  ledger.history.price('1400');
  ledger.history.price('1402');
  await ledger.write();
});
afterEach(() => ledger.close());

/** Replaces the newest checkpoint, and the file of checkpoints by its copy. */
async function signAnew(newest: CheckpointStatement, head: Head, copy: string): Promise<void> {
  const part = headsPart([head]);
  const { privateKey } = await openSigningKey(ledger.dataDir);
  const signed = signCheckpoint({ ...newest, heads: [part.sha256] }, privateKey);
  for (const table of ['signed_checkpoints', 'checkpoint_heads'])
    await query(`alter table app.${table} disable trigger user`);
  await query('update app.signed_checkpoints set statement = $2, signature = $3 where sequence = $1', [
    newest.sequence,
    canonicalJson(signed.statement),
    signed.signature,
  ]);
  await query('insert into app.checkpoint_heads values ($1, $2)', [part.sha256, part.text]);
  await writeFile(checkpointCopyFile(ledger.dataDir), copy);
}

/** Signs a checkpoint, and after `work` another one; returns the second and the file as it was after the first. */
async function signTwice(work: () => Promise<unknown>) {
  await ledger.checkpoints.signIfDue();
  const copy = await readFile(checkpointCopyFile(ledger.dataDir), 'utf8');
  ledger.passHours(1);
  await work();
  const newest = await ledger.checkpoints.signIfDue();
  expect(newest?.statement.sequence).toBe(2);
  expect(await ledger.verify()).toEqual({ found: [], notes: [] });
  return { newest: newest?.statement as CheckpointStatement, copy };
}

test.each([
  { name: 'whose events keep their ids', newId: undefined, found: 'not what checkpoint 1 was signed over' },
  {
    name: 'whose first signed event has another id',
    newId: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee',
    found: 'the last event that checkpoint 1 of',
  },
])('names checkpoint 1 of a rewritten stream $name', async ({ newId, found }) => {
  const { newest, copy } = await signTwice(() => {
    ledger.history.price('1403');
    return ledger.write();
  });
  const events = await ledger.log.readStream(priceStream, { direction: 'forwards', limit: 100 });
  const rewritten = chainEvents(
    priceStream,
    'no-stream',
    events.map((event) => ({
      ...event,
      id: event.revision === 1 && newId !== undefined ? newId : event.id,
      metadata: { ...event.metadata, at: event.metadata.at.replace('2026', '2025') },
    })),
  );
  for (const [index, { id, data, metadata }] of rewritten.entries()) {
    const { prevHash, hash, ...stated } = metadata;
    await query(
      'update event_log.events set id = $6, data = $2, metadata = $3, prev_hash = $4, hash = $5 where id = $1',
      [events[index]?.id, JSON.stringify(data), JSON.stringify(stated), prevHash, hash, id],
    );
  }
  const all = (await ledger.log.readAll({ after: logStart, limit: 1_000 })).events;
  const heads = new Map(
    all.map(({ stream, revision, metadata: { hash } }) => [stream, { stream, revision, hash }]),
  );
  const tree = new MerkleTree();
  for (const [bucket, list] of Map.groupBy(heads.values(), ({ stream }) => bucketOf(stream)))
    tree.setBucket(bucket, list);
  await signAnew({ ...newest, root: tree.root() }, heads.get(priceStream) as Head, copy);
  expect((await ledger.verify()).found).toEqual([expect.stringContaining(found)]);
});

test('names checkpoint 1 of a rewritten chat room', async () => {
  const member = 'a'.repeat(24);
  const none = { sell_order_id: null, buy_order_id: null, seller_id: null, buyer_id: null };
  const room = { ...none, id: `support-${member}`, kind: 'support', member_id: member } as const;
  const messages = createMessageStore({
    db: ledger.db,
    pool: ledger.pool,
    images: { claim: async () => undefined },
  } as never);
  const say = (content: string) =>
    messages.store({
      room,
      content,
      role: 'member',
      senderId: member,
      imageId: null,
      language: 'ko',
      clientId: null,
    } as never);
  await say('I never got the money');
  const { newest, copy } = await signTwice(() => say('Please help'));
  for (const table of ['chat_messages', 'chat_rooms'])
    await query(`alter table app.${table} disable trigger user`);
  const { rows } = await query(
    `select room_id as "roomId", seq, id as "messageId", sender_id as "senderId", role, salt, content,
       to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at, image_sha256 as "imageSha256"
     from app.chat_messages order by seq`,
  );
  let prevHash = chainStart;
  for (const row of rows) {
    const message = { ...row, content: row.seq === 1 ? 'I got the money' : row.content };
    const contentHash = contentHashOf(message);
    const hash = hashOf({ ...message, contentHash, prevHash });
    await query(
      'update app.chat_messages set content = $1, content_hash = $2, prev_hash = $3, hash = $4 where id = $5',
      [message.content, contentHash, prevHash, hash, row.messageId],
    );
    prevHash = hash;
  }
  await query('update app.chat_rooms set last_hash = $1 where id = $2', [prevHash, room.id]);
  await signAnew(newest, { stream: roomName(room.id), revision: 2, hash: prevHash }, copy);
  expect((await ledger.verify()).found).toEqual([
    `rooms: room ${room.id}: was rewritten: checkpoint 1 was signed over another message 1`,
  ]);

  // As in a database that was replaced, beside the file of checkpoints.
  await query('alter table app.chat_messages rename to other_messages');
  expect([...(await loadCheckpoints(ledger.pool, ledger.dataDir)).lostEnds]).toEqual([
    [room.id, { seq: 1, sequence: 1, isThere: false }],
  ]);
});
