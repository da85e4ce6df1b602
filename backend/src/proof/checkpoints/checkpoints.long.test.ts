import { appendFile, cp, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { priceStream } from '@matgyo/contracts/streams';
import type { ExpectedHead, NewEvent, RecordedEvent } from '@matgyo/event-store/event-log';
import { logStart } from '@matgyo/event-store/event-log';
import { rootFrom } from '@matgyo/ledger/proof/merkle-tree';
import { chainEvents } from '@matgyo/ledger/proof/stream-chain';
import { checkpointCopyFile } from '@matgyo/projections/proofs/checkpoint-copy-file';
import { publicKeysFile } from '@matgyo/projections/proofs/key-file';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openSignedLedger, type SignedLedger } from './checkpoints.fixture.ts';

let ledger: SignedLedger;
/** The stream of an order with three events before the first checkpoint. */
let cancelled: string;
let approved: string;

beforeEach(async () => {
  ledger = await openSignedLedger();
  const { history } = ledger;
  history.price('1400');
  const [seller, buyer] = [history.member(), history.member()];
  const sell = history.openOrder('sell', seller, '140000');
  history.complete(history.match(sell, history.openOrder('buy', buyer, '14000')));
  const order = history.openOrder('sell', seller, '28000');
  cancelled = `order-${order.id}`;
  history.cancelOrder(order);
  await ledger.write();
  await ledger.checkpoints.signIfDue();
  // An hour later: more events, and a second checkpoint.
  ledger.passHours(1);
  approved = `order-${history.openOrder('buy', buyer, '70000').id}`;
  await ledger.write();
  await ledger.checkpoints.signIfDue();
});

afterEach(() => ledger.close());

const query = (text: string, values: unknown[] = []) => ledger.pool.query(text, values);
const eventsOf = (stream: string) => ledger.log.readStream(stream, { direction: 'forwards', limit: 100 });

async function overwrite({ id, data, metadata }: Omit<RecordedEvent, 'position'>): Promise<void> {
  const { prevHash, hash, ...stated } = metadata;
  await query(
    'update event_log.events set data = $2, metadata = $3, prev_hash = $4, hash = $5 where id = $1',
    [id, JSON.stringify(data), JSON.stringify(stated), prevHash, hash],
  );
}

/** Overwrites a stream with events whose hashes are computed again, like an attacker who knows how the log works. */
async function rewrite(stream: string, change: (event: RecordedEvent) => Partial<NewEvent>): Promise<void> {
  const events = await eventsOf(stream);
  const chained = chainEvents(
    stream,
    'no-stream',
    events.map((event) => ({ ...event, ...change(event) })),
  );
  for (const event of chained) await overwrite(event);
}

const otherTime = ({ metadata }: RecordedEvent) => ({
  metadata: { ...metadata, at: metadata.at.replace('2026', '2025') },
});

test('finds nothing in an unchanged ledger, and its checkpoints are correct', async () => {
  expect(await ledger.verify()).toEqual({ found: [], notes: [] });
  const { statement } = (await ledger.checkpoints.signIfDue()) ?? {};
  const all = (await ledger.log.readAll({ after: logStart, limit: 1_000 })).events;
  expect(statement).toMatchObject({
    sequence: 2,
    eventId: all.at(-1)?.id,
    events: all.length,
    streams: new Set(all.map(({ stream }) => stream)).size,
  });
});

test('nothing counts as rewritten while there is no read model of heads yet', async () => {
  await query('drop schema read_heads cascade');
  await expect((await ledger.anotherSigner()).signIfDue()).rejects.toThrow('heads is rebuilding');
});

test('a checkpoint of very many heads may take longer than the transactions of calls', async () => {
  await query(`create function app.require_no_limit() returns trigger language plpgsql as $$ begin
    if current_setting('transaction_timeout') <> '0' then raise 'limited'; end if; return new; end $$`);
  await query(`create trigger no_limit before insert on app.signed_heads
    for each row execute function app.require_no_limit()`);
  ledger.history.price('1401');
  await ledger.write();
  ledger.passHours(1);
  expect((await ledger.checkpoints.signIfDue())?.statement.sequence).toBe(3);
});

describe('signed checkpoints', () => {
  test('detect and name a byte flipped in a stored event', async () => {
    const [first] = await eventsOf(cancelled);
    await query(
      `update event_log.events set data = replace(data::text, '28000', '28001')::json where id = $1`,
      [first?.id],
    );
    const { found } = await ledger.verify();
    expect(found[0]).toContain('chain: the event is not the one that was sealed');
    // With a new hash as the last of its chain, it breaks no link, but is still detected.
    await rewrite(cancelled, ({ revision, metadata }) =>
      revision === 2 ? { metadata: { ...metadata, at: '2025-01-01T00:00:00.000Z' } } : {},
    );
    expect((await ledger.verify()).found.filter((what) => what.startsWith('checkpoints'))).toEqual([
      `checkpoints: ${cancelled} was rewritten: checkpoint 1 was signed over another event there`,
    ]);
  });

  test('detect and name the cut tail of a stream', async () => {
    await query('delete from event_log.events where stream = $1 and revision = 2', [cancelled]);
    expect((await ledger.verify()).found).toEqual([
      `checkpoints: ${cancelled} was cut: it ends at revision 1, and checkpoint 1 was signed over it up to revision 2`,
    ]);
    await query('delete from event_log.events where stream = $1', [cancelled]);
    expect((await ledger.verify()).found).toEqual([
      `checkpoints: ${cancelled} is gone: checkpoint 1 was signed over it up to revision 2`,
    ]);
  });

  test('detect and name the cut end of the whole log', async () => {
    await query('delete from event_log.events where stream = $1', [approved]);
    const { found } = await ledger.verify();
    expect(found).toEqual([
      expect.stringMatching(
        /^checkpoints: the log was cut: it does not hold the last of the \d+ events that checkpoint 2 /,
      ),
      `checkpoints: ${approved} is gone: checkpoint 2 was signed over it up to revision 1`,
    ]);
  });

  test('detect and name a completely rehashed stream', async () => {
    await rewrite(cancelled, otherTime);
    expect((await ledger.verify()).found).toEqual([
      `checkpoints: ${cancelled} was rewritten: checkpoint 1 was signed over another event there`,
    ]);
  });

  test('detect and name a rehashed stream of which two have signed an end', async () => {
    ledger.history.price('1401');
    await ledger.write();
    ledger.passHours(1);
    await ledger.checkpoints.signIfDue();
    await rewrite(priceStream, otherTime);
    expect((await ledger.verify()).found).toContain(
      `checkpoints: ${priceStream} was rewritten: checkpoint 3 was signed over another event there`,
    );
  });

  /** Inserts an event directly after another one: the positions of all later ones are shifted. */
  async function slipIn(stream: string, head: ExpectedHead, after: RecordedEvent | undefined): Promise<void> {
    const [template] = await eventsOf(approved);
    const [slipped] = chainEvents(stream, head, [
      {
        ...(template as RecordedEvent),
        id: 'eeeeeeee-eeee-4eee-8eee-eeeeeeeeeeee',
        type: 'MemberRegistered',
        data: { memberId: 'e'.repeat(24), referralCode: null, inviteCode: 'X' },
      },
    ]);
    await query(
      'update event_log.events set position = position + 1000000 where position > (select position from event_log.events where id = $1)',
      [after?.id],
    );
    await query(
      `insert into event_log.events select (jsonb_populate_record(e, jsonb_build_object('id', $2::text, 'stream', $3::text,
         'revision', $4::integer, 'type', 'MemberRegistered', 'position', e.position + 1))).* from event_log.events e where e.id = $1`,
      [after?.id, slipped?.id, stream, slipped?.revision],
    );
    await query('update event_log.events set position = position - 999999 where position > 1000000');
    if (slipped !== undefined) await overwrite(slipped);
  }

  const slippedIn = (stream: string) =>
    `checkpoints: up to this event the log is not what checkpoint 1 was signed over, among them what was slipped in: ${stream}`;

  test('detect and name a stream inserted before a checkpoint', async () => {
    const [first] = (await ledger.log.readAll({ after: logStart, limit: 1 })).events;
    const stream = 'member-eeeeeeeeeeeeeeeeeeeeeeee';
    await slipIn(stream, 'no-stream', first);
    expect((await ledger.verify()).found).toEqual([slippedIn(stream)]);
  });

  test('detect and name a stream that was continued before a checkpoint', async () => {
    const { events } = await ledger.log.readAll({ after: logStart, limit: 100 });
    const stream = events.find(({ type }) => type === 'MemberRegistered')?.stream ?? '';
    const last = (await eventsOf(stream)).at(-1) as RecordedEvent;
    await slipIn(stream, { revision: last.revision, hash: last.metadata.hash }, last);
    expect((await ledger.verify()).found).toContain(slippedIn(stream));
  });

  test('name a list of heads that neither the database nor the file has as it was signed', async () => {
    const lists = 'app.checkpoint_heads';
    await query(`alter table ${lists} disable trigger user`);
    await query(`update ${lists} set heads = replace(heads, '"order-', '"order+')`);
    expect(await ledger.verify()).toEqual({ found: [], notes: [] });
    const file = checkpointCopyFile(ledger.dataDir);
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll('"order-', '"order+'));
    const found = (await ledger.verify()).found;
    expect(found).toContain('checkpoints: a list of heads of checkpoint 1 is changed');
    expect(found).toContain('checkpoints: a list of heads of checkpoint 2 is changed');
    await query(`delete from ${lists}`);
    expect((await ledger.verify()).found).toContain('checkpoints: a list of heads of checkpoint 1 is gone');
  });

  test('detect changes by the checkpoint file when the database has no checkpoints', async () => {
    await rewrite(cancelled, otherTime);
    await query('alter table app.signed_checkpoints disable trigger user');
    await query('delete from app.signed_checkpoints');
    const { found } = await ledger.verify();
    expect(found).toContain(
      `checkpoints: ${cancelled} was rewritten: checkpoint 1 was signed over another event there`,
    );
    expect(found.filter((what) => what.includes('is in the file and not in the database'))).toHaveLength(2);
    // No further checkpoint is signed after that.
    expect(ledger.checkpoints.refusal()).toBeNull();
    await expect(ledger.checkpoints.signIfDue()).rejects.toThrow('as the file does: checkpoint 2');
    expect(ledger.checkpoints.refusal()).toMatchObject({ why: 'witness-disagrees', checkpoint: 2 });
  });
});

describe('a checkpoint', () => {
  test('is invalid when it was changed, or signed by another key', async () => {
    await query('alter table app.signed_checkpoints disable trigger user');
    await query(
      `update app.signed_checkpoints set statement = replace(statement, '"events":', '"events":1') where sequence = 1`,
    );
    expect((await ledger.verify()).found).toEqual([
      'checkpoints: checkpoint 1 in the database is not what was signed: it was changed',
      'checkpoints: checkpoint 1 is another one in the database than in the file',
    ]);
  });

  test('cannot be changed or removed by a role that may write to its table', async () => {
    for (const table of ['signed_checkpoints', 'checkpoint_heads', 'checkpoint_keys', 'audit_log'])
      for (const statement of [`delete from app.${table}`, `truncate app.${table} cascade`])
        await expect(query(statement), statement).rejects.toThrow('only ever appended to');
    await expect(query('update app.signed_checkpoints set position = null')).rejects.toThrow('appended to');
  });

  test('is signed every hour by exactly one of several processes', async () => {
    const others = await Promise.all([ledger.anotherSigner(), ledger.anotherSigner()]);
    ledger.passHours(1);
    const made = await Promise.all([ledger.checkpoints, ...others].map((signer) => signer.signIfDue()));
    expect(made.map((checkpoint) => checkpoint?.statement.sequence)).toEqual([3, 3, 3]);
    ledger.history.member();
    await ledger.write();
    const proven = await Promise.all(
      [ledger.checkpoints, ...others].map((signer) => signer.prove([approved])),
    );
    expect(new Set(proven.map((one) => one?.checkpoint.statement.sequence))).toEqual(new Set([4]));
    expect(await ledger.verify()).toEqual({ found: [], notes: [] });
  });

  test('is signed at once when the clock that dated the newest one is set back', async () => {
    ledger.passHours(-3);
    expect((await ledger.checkpoints.signIfDue())?.statement.sequence).toBe(3);
    ledger.passHours(-1 / 4);
    expect((await ledger.checkpoints.signIfDue())?.statement.sequence).toBe(4);
    // Clocks of two backends may differ.
    ledger.passHours(-1 / 12);
    expect((await ledger.checkpoints.signIfDue())?.statement.sequence).toBe(4);
  });

  test('lists only changes since the previous one', async () => {
    const { rows } = await query(
      "select statement, heads from app.signed_checkpoints, app.checkpoint_heads where statement like '%\"' || sha256 || '\"%' order by sequence",
    );
    expect(rows.map(({ heads }) => JSON.parse(heads).length)).toEqual([7, 1]);
  });

  test('proves the head of each stream', async () => {
    const { checkpoint, proofs } =
      (await ledger.checkpoints.prove([cancelled, approved, 'order-none'])) ?? {};
    expect([...(proofs?.keys() ?? [])]).toEqual([cancelled, approved]);
    for (const proof of proofs?.values() ?? []) {
      expect(rootFrom(proof, proof.path)).toBe(checkpoint?.statement.root);
      expect(proof.hash).toBe((await eventsOf(proof.stream)).at(-1)?.metadata.hash);
    }
  });

  test('of a report is always the same and covers it', async () => {
    const all = (await ledger.log.readAll({ after: logStart, limit: 1_000 })).events;
    const early = await ledger.checkpoints.ofReport({ eventId: all[3]?.id ?? '' });
    expect(early?.statement.sequence).toBe(2);
    ledger.history.member();
    await ledger.write();
    const last = (await ledger.log.lastEvent())?.id ?? '';
    const now = await ledger.checkpoints.ofReport({ eventId: last });
    expect(now?.statement).toMatchObject({ sequence: 3, eventId: last });
    ledger.passHours(5);
    await ledger.checkpoints.signIfDue();
    expect(await ledger.checkpoints.ofReport({ eventId: last })).toEqual(now);
    expect(await ledger.checkpoints.ofReport({ eventId: all[3]?.id ?? '' })).toEqual(early);
  });
});

describe('the key', () => {
  test('is in a file that only its owner may read, and not in the database', async () => {
    const file = path.join(ledger.dataDir, 'keys', 'checkpoint-key.pem');
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const secret = (await readFile(file, 'utf8')).split('\n')[1] ?? '';
    const { rows } = await query(`select public_key from app.checkpoint_keys`);
    expect(rows).toHaveLength(1);
    expect(rows[0].public_key).not.toContain(secret);
  });

  test('can be replaced, and signatures of the old one stay verifiable', async () => {
    const file = path.join(ledger.dataDir, 'keys', 'checkpoint-key.pem');
    await rename(file, `${file}.retired`);
    const after = await ledger.anotherSigner();
    ledger.passHours(1);
    expect((await after.signIfDue())?.statement.sequence).toBe(3);
    expect((await query('select from app.checkpoint_keys')).rowCount).toBe(2);
    expect(await ledger.verify()).toEqual({ found: [], notes: [] });
  });

  test('is not trusted if it was only written to the database', async () => {
    const elsewhere = await mkdtemp(path.join(ledger.dataDir, 'elsewhere-'));
    await mkdir(path.join(elsewhere, 'keys'));
    await cp(publicKeysFile(ledger.dataDir), publicKeysFile(elsewhere));
    const intruder = await ledger.anotherSigner(elsewhere);
    ledger.passHours(1);
    const keyId = (await intruder.signIfDue())?.statement.keyId;
    expect((await ledger.verify()).found).toEqual([
      `checkpoints: checkpoint 3 in the database is signed by an untrusted key, ${keyId}`,
    ]);
  });
});

test('verify notes a file of checkpoints that lacks more than the newest one', async () => {
  const file = checkpointCopyFile(ledger.dataDir);
  const whole = await readFile(file, 'utf8');
  const lines = whole.trimEnd().split('\n');
  const sequenceIn = (line: string) => JSON.parse(line).checkpoint?.statement.sequence;
  const without = (sequence: number) => lines.filter((line) => sequenceIn(line) !== sequence);
  expect(lines.map(sequenceIn).filter(Boolean)).toEqual([1, 2]);
  const notesWith = async (kept: readonly string[]) => {
    await writeFile(file, kept.map((line) => `${line}\n`).join(''));
    return ledger.verify();
  };
  const lacking = [expect.stringContaining('the file of checkpoints lacks 1 of those in the database')];
  expect(await notesWith(without(1))).toEqual({ found: [], notes: lacking });
  expect(await notesWith([])).toEqual({ found: [], notes: lacking });
  // A server may have just signed it, or have been killed before the file had it.
  expect(await notesWith(without(2))).toEqual({ found: [], notes: [] });
  await writeFile(file, whole);
});

test('replaces a line truncated by a crash without duplicates; until then it is a note', async () => {
  const file = checkpointCopyFile(ledger.dataDir);
  const whole = await readFile(file, 'utf8');
  await appendFile(file, '{"heads":[["order-1",0,"ab');
  const unfinished = expect.stringContaining('the last line of the file of checkpoints is unfinished');
  expect(await ledger.verify()).toEqual({ found: [], notes: [unfinished] });
  ledger.passHours(1);
  await ledger.checkpoints.signIfDue();
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  expect(lines.slice(0, -1).join('\n')).toBe(whole.trimEnd());
  expect(JSON.parse(lines.at(-1) ?? '').checkpoint.statement.sequence).toBe(3);
  await writeFile(file, '{"heads":[["order-1",0,"ab');
  await ledger.checkpoints.signIfDue();
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toEqual(lines);
  // Nothing that was written to its end is removed.
  await writeFile(file, 'of an operator\n{"heads":[["order-1",0,"ab');
  await expect(ledger.checkpoints.signIfDue()).rejects.toThrow('the database does not hold');
  expect(await readFile(file, 'utf8')).toMatch(/^of an operator\n/);
  // A missing file is rewritten from the database.
  await rm(file);
  await ledger.checkpoints.signIfDue();
  expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toEqual(lines);
});
