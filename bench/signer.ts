import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createDatabase } from '@matgyo/backend/platform/database/database';
import { createPool } from '@matgyo/backend/platform/database/pool';
import { migrateAppSchema } from '@matgyo/backend/platform/schema/migrate';
import { type Checkpoints, createCheckpoints } from '@matgyo/backend/proof/checkpoints/checkpoints';
import { openSigningKey } from '@matgyo/backend/proof/checkpoints/signing-key';
import type { EventLog } from '@matgyo/event-store/event-log';
import { createPostgresEventLog } from '@matgyo/event-store/postgres/postgres-event-log';
import { type ChainedMessage, chainStart, contentHashOf, hashOf } from '@matgyo/ledger/proof/room-chain';
import { heads } from '@matgyo/projections/read-models/heads/heads';
import { startProjections } from '@matgyo/projections/runner/start-projections';
import { createVisibility } from '@matgyo/projections/visibility/visibility';
import type pg from 'pg';
import { newId, placed, stream } from './events.ts';
import { alternating, median } from './measure.ts';
import type { Figure } from './report.ts';

const streamsOfACall = 200;
const turns = 3;
const rowsOfAPage = 50_000;
const messagesOfARoom = 10;
/** Percentage of rooms with a new message in an hour. */
const livelyPercent = 10;
const hourMs = 3_600_000;
const caughtUpMsMax = 1_800_000;

interface Ledger {
  readonly log: EventLog;
  readonly pool: pg.Pool;
  signer(): Promise<Checkpoints>;
  /** Advances the signers' clock, so that the next one signs. */
  passHour(): void;
  /** Appends streams of one event, and waits until the read model of heads has them. */
  appendStreams(count: number): Promise<void>;
}

/**
 * The start of the signer, which derives the heads of all streams from the log, compared with reading them from the
 * table that it does not trust.
 */
export const benchSigner = (connection: pg.ClientConfig, streams: number): Promise<Figure> =>
  withLedger(connection, async ({ pool, signer, appendStreams }) => {
    await appendStreams(streams);
    await (await signer()).signIfDue();
    const measured = await alternating(
      turns,
      async () => timed(async () => (await signer()).signIfDue()),
      () => timed(() => readHeads(pool)),
    );
    return {
      what: `the signer’s start, ${streams.toLocaleString('en-US')} streams`,
      unit: 'ms',
      ...measured,
      referenceWhat: 'only reading the heads from their table',
    };
  });

/** An hour's checkpoint over chat rooms, compared with one over the same log before there were any. */
export const benchRooms = (connection: pg.ClientConfig, rooms: number): Promise<Figure> =>
  withLedger(connection, async ({ pool, signer, passHour, appendStreams }) => {
    const checkpoints = await signer();
    const checkpoint = async (): Promise<number> => {
      await appendStreams(streamsOfACall);
      passHour();
      return timed(() => checkpoints.signIfDue());
    };
    await checkpoint();
    const without: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) without.push(await checkpoint());
    const ids = Array.from({ length: rooms }, () => `support-${newId()}`);
    const last = await sendMessages(pool, new Map(ids.map((id) => [id, undefined])), messagesOfARoom);
    await checkpoint();
    const covering: number[] = [];
    for (let turn = 0; turn < turns; turn += 1) {
      const lively = [...last].slice(0, Math.ceil((rooms * livelyPercent) / 100));
      for (const [id, message] of await sendMessages(pool, new Map(lively), 1)) last.set(id, message);
      covering.push(await checkpoint());
    }
    return {
      what: `a checkpoint over ${rooms.toLocaleString('en-US')} chat rooms, ${livelyPercent} % with a new message`,
      unit: 'ms',
      ours: median(covering),
      reference: median(without),
      referenceWhat: 'a checkpoint before there were rooms',
    };
  });

async function withLedger<Result>(
  connection: pg.ClientConfig,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'matgyo-signer-'));
  await migrateAppSchema(connection);
  const log = await createPostgresEventLog({ connection });
  const pool = createPool(connection, () => undefined);
  const ending = new AbortController();
  const { signal } = ending;
  const projections = startProjections({ log, pool, signal, readModels: [heads] });
  try {
    await projections.ready;
    const visibility = createVisibility({ pool, signal, projections });
    const signingKey = await openSigningKey(dataDir);
    let nowMs = Date.now();
    return await work({
      log,
      pool,
      signer: async () =>
        createCheckpoints({
          db: createDatabase(pool),
          pool,
          log,
          visibility,
          dataDir,
          signingKey,
          now: () => nowMs,
          onOtherKey: () => undefined,
          onProgress: () => undefined,
          onFailure(error) {
            throw error;
          },
        }),
      passHour() {
        nowMs += hourMs + 1;
      },
      async appendStreams(count) {
        for (let from = 0; from < count; from += streamsOfACall)
          await log.appendTogether(
            Array.from({ length: Math.min(streamsOfACall, count - from) }, () => {
              const orderId = newId();
              return stream(`order-${orderId}`, [placed(orderId, 'sell', newId())]);
            }),
          );
        const end = await log.lastEvent();
        if (end === undefined || !(await visibility.waitUntilVisible(end.position, ['heads'], caughtUpMsMax)))
          throw new Error('the heads did not catch up');
      },
    });
  } finally {
    ending.abort();
    await projections.finished;
    await log.close();
    await pool.end();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return performance.now() - begun;
}

async function readHeads(pool: pg.Pool): Promise<void> {
  for (let after = ''; ; ) {
    const { rows } = await pool.query<{ stream: string }>(
      'select stream, revision, hash from read_heads.heads where stream > $1 order by stream limit $2',
      [after, rowsOfAPage],
    );
    after = rows.at(-1)?.stream ?? '';
    if (rows.length < rowsOfAPage) return;
  }
}

/** Adds messages to each of the rooms after its last one; returns their new last ones. */
async function sendMessages(
  pool: pg.Pool,
  rooms: ReadonlyMap<string, ChainedMessage | undefined>,
  each: number,
): Promise<Map<string, ChainedMessage | undefined>> {
  const last = new Map(rooms);
  const messages: ChainedMessage[] = [];
  for (const [id, before] of rooms) {
    let previous = before;
    for (let sent = 0; sent < each; sent += 1) {
      previous = messageAfter(id, previous);
      messages.push(previous);
    }
    last.set(id, previous);
  }
  for (let from = 0; from < messages.length; from += rowsOfAPage)
    await insert(pool, messages.slice(from, from + rowsOfAPage));
  return last;
}

function messageAfter(roomId: string, previous: ChainedMessage | undefined): ChainedMessage {
  const text = { salt: randomBytes(16).toString('hex'), content: '네, 확인했어요.', imageSha256: null };
  const link = {
    roomId,
    seq: (previous?.seq ?? 0) + 1,
    messageId: randomUUID(),
    senderId: 'bench',
    role: 'member' as const,
    at: new Date().toISOString(),
    contentHash: contentHashOf(text),
    prevHash: previous?.hash ?? chainStart,
  };
  return { ...link, ...text, hash: hashOf(link) };
}

async function insert(pool: pg.Pool, messages: readonly ChainedMessage[]): Promise<void> {
  await pool.query(
    `with given as (
       select * from json_to_recordset($1) as message ("roomId" text, seq integer, "messageId" text, "senderId" text,
         role text, content text, at timestamptz, salt text, "contentHash" text, "prevHash" text, hash text)),
     room as (
       insert into app.chat_rooms as known (id, kind, member_id, listed, last_seq, last_hash, last_at)
       select distinct on ("roomId") "roomId", 'support', "roomId", true, seq, hash, at from given order by "roomId", seq desc
       on conflict (id) do update set last_seq = excluded.last_seq, last_hash = excluded.last_hash, last_at = excluded.last_at
       returning id)
     insert into app.chat_messages (room_id, seq, id, sender_id, role, content, language, at, salt, content_hash, prev_hash, hash)
     select "roomId", seq, "messageId", "senderId", role, content, 'ko', at, salt, "contentHash", "prevHash", hash
     from given join room on room.id = "roomId"`,
    [JSON.stringify(messages)],
  );
}
