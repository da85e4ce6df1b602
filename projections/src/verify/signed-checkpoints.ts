import { hash } from 'node:crypto';
import {
  type CheckpointKey,
  type CheckpointStatement,
  type SignedCheckpoint,
  signedCheckpoint,
} from '@matgyo/contracts/proofs';
import { type HeadsPart, hashOfStatement, headsOf, isSignedBy } from '@matgyo/ledger/proof/checkpoint';
import type { Head } from '@matgyo/ledger/proof/merkle-tree';
import { isRoomName, roomName } from '@matgyo/ledger/proof/room-chain';
import type pg from 'pg';
import {
  type CheckpointCopy,
  checkpointCopyFile,
  copiedLists,
  readCheckpointCopy,
} from '../proofs/checkpoint-copy-file.ts';
import { publicKeysFile, readPublicKeys } from '../proofs/key-file.ts';
import { hasTables } from '../stored-rows.ts';
import type { Finding, Verification } from './finding.ts';
import { readStoredCheckpoints, storedLists } from './stored-checkpoints.ts';

export interface SignedHead extends Head {
  /** Of the first checkpoint that lists it. */
  readonly sequence: number;
}

export interface LostEnd {
  readonly seq: number;
  /** Of the checkpoint that lists it. */
  readonly sequence: number;
  /** Whether the room has another message of that number. */
  readonly isThere: boolean;
}

export interface ExaminedCheckpoints extends Verification {
  /** In order, genuine ones only; the others are findings. */
  readonly statements: readonly CheckpointStatement[];
  /** The last head that was signed of each stream and room: its hash covers the events, or messages, before it. */
  readonly heads: ReadonlyMap<string, SignedHead>;
  /** By room id: the first signed end that is not the room's message of that number. */
  readonly lostEnds: ReadonlyMap<string, LostEnd>;
}

interface CheckpointSources {
  readonly stored: Awaited<ReturnType<typeof readStoredCheckpoints>>;
  /** The file outside the database. */
  readonly copy: CheckpointCopy | undefined;
  /** From outside the database. If empty, the database's own keys are used, and a note says so. */
  readonly trusted: readonly CheckpointKey[];
}

/**
 * Combines the checkpoints of the database and of the file: each has to be signed by a trusted key, continue the
 * previous one, and be the same in both. If they differ, genuine ones of the file count, because it is outside the
 * database.
 */
async function examine({ stored, copy, trusted }: CheckpointSources) {
  const notes: string[] = [];
  const isVouched = trusted.length > 0;
  const keys = isVouched ? trusted : (stored?.keys ?? []);
  const inDatabase = stored?.checkpoints ?? [];
  const inFile = copy?.checkpoints ?? [];
  if (inDatabase.length + inFile.length === 0)
    notes.push('there is no signed checkpoint: a cut end or a rewritten stream would not show');
  else if (!isVouched)
    notes.push('the public keys are from the database itself: nothing outside it vouches for them');
  if (inDatabase.length > 0 && copy === undefined)
    notes.push('the file of checkpoints is not here: a wholly rewritten database would not show');
  const lacking = copy === undefined ? 0 : lackingIn(inFile, inDatabase);
  if (lacking > 0)
    notes.push(
      `the file of checkpoints lacks ${lacking} of those in the database: a database cut before them would not show`,
    );
  if (copy?.unfinished === true)
    notes.push(
      'the last line of the file of checkpoints is unfinished, as after a full disk: a running server replaces it',
    );
  const findings: Finding[] = [];
  const genuine = new Map<number, CheckpointStatement>();
  const take = async (checkpoints: readonly SignedCheckpoint[], where: string): Promise<void> => {
    for (const [index, checkpoint] of checkpoints.entries()) {
      const { sequence } = checkpoint.statement;
      const fault = await faultOf(checkpoint, keys);
      // SQL can write anything else there, also what no text can name.
      const name = typeof sequence === 'number' ? sequence : `number ${index + 1}`;
      if (fault === undefined) genuine.set(sequence, checkpoint.statement);
      else findings.push(found(`checkpoint ${name} in ${where} ${fault}`));
    }
  };
  await take(inDatabase, 'the database');
  for (const line of copy?.unreadable ?? [])
    findings.push(found(`line ${line} of the file of checkpoints cannot be read`));
  await take(inFile, 'the file of checkpoints');
  if (copy !== undefined && stored !== undefined) findings.push(...differences(inDatabase, inFile));
  const statements = [...genuine.values()].sort((a, b) => a.sequence - b.sequence);
  return { statements, findings: [...findings, ...gapsIn(statements)], notes };
}

const found = (what: string): Finding => ({ check: 'checkpoints', what });

async function faultOf(checkpoint: SignedCheckpoint, keys: readonly CheckpointKey[]) {
  if (!signedCheckpoint.safeParse(checkpoint).success) return 'is none: it was changed';
  const { keyId } = checkpoint.statement;
  const key = keys.find((one) => one.keyId === keyId);
  if (key === undefined) return `is signed by an untrusted key, ${keyId}`;
  return (await isSignedBy(checkpoint, key)) ? undefined : 'is not what was signed: it was changed';
}

/** How many of the database are not in the file; the newest may not be there yet. */
const lackingIn = (inFile: readonly SignedCheckpoint[], inDatabase: readonly SignedCheckpoint[]): number => {
  const sequences = new Set(inFile.map(({ statement }) => statement.sequence));
  return inDatabase.slice(0, -1).filter(({ statement }) => !sequences.has(statement.sequence)).length;
};

/** Checkpoints that only the file has, or that differ in the database. The server completes a file that is behind. */
function differences(inDatabase: readonly SignedCheckpoint[], inFile: readonly SignedCheckpoint[]) {
  const stored = new Map(inDatabase.map(({ statement }) => [statement.sequence, statement]));
  return inFile.flatMap(({ statement }) => {
    const { sequence, madeAt } = statement;
    const other = stored.get(sequence);
    if (other === undefined)
      return found(
        `checkpoint ${sequence} of ${madeAt} is in the file and not in the database: the database was cut or replaced`,
      );
    return sameStatement(other, statement)
      ? []
      : found(`checkpoint ${sequence} is another one in the database than in the file`);
  });
}

/** Each has to continue the previous one. */
const gapsIn = (ordered: readonly CheckpointStatement[]): readonly Finding[] =>
  ordered.flatMap(({ sequence, previous }, index) => {
    const before = ordered[index - 1];
    if (sequence !== (before?.sequence ?? 0) + 1)
      return found(`no genuine checkpoint stands before checkpoint ${sequence}`);
    return previous === (before === undefined ? '' : hashOfStatement(before))
      ? []
      : found(`checkpoint ${sequence} does not continue the one before it`);
  });

/** Collects the last signed heads from the lists that checkpoints name, one by one and in any order. */
class SignedHeads {
  readonly last = new Map<string, SignedHead>();
  readonly #statements: readonly CheckpointStatement[];
  /** The first checkpoint that names a list, by the hash of those not read yet. */
  readonly #sequenceOf: Map<string, number>;
  readonly #changed = new Set<string>();

  constructor(statements: readonly CheckpointStatement[]) {
    this.#statements = statements;
    this.#sequenceOf = new Map(
      statements
        .toReversed()
        .flatMap(({ sequence, heads }) => heads.map((sha256) => [sha256, sequence] as const)),
    );
  }

  get isComplete(): boolean {
    return this.#sequenceOf.size === 0;
  }

  /** Returns the heads of a list that was signed and is read for the first time. */
  take({ sha256, text }: HeadsPart): readonly SignedHead[] {
    const sequence = this.#sequenceOf.get(sha256);
    if (sequence === undefined) return [];
    const listed = hash('sha256', text) === sha256 ? headsOf(text) : undefined;
    if (listed === undefined) {
      this.#changed.add(sha256);
      return [];
    }
    this.#sequenceOf.delete(sha256);
    const heads = listed.map((head) => ({ ...head, sequence }));
    for (const head of heads) {
      const last = this.last.get(head.stream) ?? { revision: -1, sequence };
      const isSame = head.revision === last.revision;
      if (isSame ? sequence < last.sequence : head.revision > last.revision) this.last.set(head.stream, head);
    }
    return heads;
  }

  missing(): readonly Finding[] {
    const why = (sha256: string) => (this.#changed.has(sha256) ? 'changed' : 'gone');
    return this.#statements.flatMap(({ sequence, heads }) =>
      heads
        .filter((sha256) => this.#sequenceOf.has(sha256))
        .map((sha256) => found(`a list of heads of checkpoint ${sequence} is ${why(sha256)}`)),
    );
  }
}

/**
 * The signed ends of rooms that are not the room's message of that number. Every list is compared: the last one would
 * not do, because a later checkpoint may have been signed with a stolen key, and only copies of the earlier ones
 * contradict it.
 */
async function lostEndsIn(pool: pg.Pool, heads: readonly SignedHead[]) {
  const ends = heads.filter(({ stream }) => isRoomName(stream));
  if (ends.length === 0) return [];
  const roomIds = ends.map(({ stream }) => stream.slice(roomName('').length));
  // A database that was replaced may lack the table: all are lost.
  if (!(await hasTables(pool, 'app.chat_messages')))
    return ends.map(({ revision, sequence }, index) => ({
      roomId: roomIds[index] ?? '',
      seq: revision,
      sequence,
      isThere: false,
    }));
  const { rows } = await pool.query<LostEnd & { readonly roomId: string }>(
    `select room_id as "roomId", seq, sequence, m.id is not null as "isThere"
      from unnest($1::text[], $2::int[], $3::text[], $4::int[]) as signed (room_id, seq, hash, sequence)
      left join app.chat_messages m using (room_id, seq)
      where m.hash is distinct from signed.hash`,
    [
      roomIds,
      ends.map(({ revision }) => revision),
      ends.map(({ hash }) => hash),
      ends.map(({ sequence }) => sequence),
    ],
  );
  return rows;
}

const sameStatement = (one: CheckpointStatement, other: CheckpointStatement): boolean => {
  try {
    return hashOfStatement(one) === hashOfStatement(other);
  } catch {
    return false;
  }
};

/** The signed checkpoints of an installation: in its database and in the file in its data folder. */
export async function loadCheckpoints(pool: pg.Pool, dataDir: string): Promise<ExaminedCheckpoints> {
  const file = checkpointCopyFile(dataDir);
  // The file first: a server may be signing, and the database has each checkpoint before the file.
  const copy = await readCheckpointCopy(file);
  const stored = await readStoredCheckpoints(pool);
  const trusted = await readPublicKeys(publicKeysFile(dataDir));
  const { statements, findings, notes } = await examine({ stored, copy, trusted });
  const heads = new SignedHeads(statements);
  const lostEnds = new Map<string, LostEnd>();
  const take = async (list: HeadsPart): Promise<void> => {
    for (const { roomId, ...end } of await lostEndsIn(pool, heads.take(list)))
      if (end.seq < (lostEnds.get(roomId)?.seq ?? Number.POSITIVE_INFINITY)) lostEnds.set(roomId, end);
  };
  if (stored !== undefined) for await (const list of storedLists(pool)) await take(list);
  if (copy !== undefined && !heads.isComplete) for await (const list of copiedLists(file)) await take(list);
  return { statements, heads: heads.last, lostEnds, findings: [...findings, ...heads.missing()], notes };
}
