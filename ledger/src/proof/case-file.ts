import { noSecondAdmin } from '@matgyo/contracts/approvals';
import { type CaseFile, type CaseFileSection, caseFileSections } from '@matgyo/contracts/case-file';
import type { ApprovalMark } from '@matgyo/contracts/events/approval-events';
import type { ApprovalId, OrderId, TradeId } from '@matgyo/contracts/ids';
import { approvalStream, orderStream, tradeStream } from '@matgyo/contracts/streams';
import { sha256Hex } from '#sha256';
import { canonicalJson } from './canonical-json.ts';
import { clocksDifferMs, headsOf, isSignatureOf, isSignedBy, type SignatureVerdict } from './checkpoint.ts';
import { type Head, rootFrom } from './merkle-tree.ts';
import { roomName, verifyRoomChain } from './room-chain.ts';
import { type BrokenLink, type ChainedEvent, verifyStream } from './stream-chain.ts';

export type CaseFileCheck = 'signature' | CaseFileSection;

export interface CaseFileFinding {
  readonly check: CaseFileCheck;
  readonly what: string;
  /** The stream, room or checkpoint concerned; undefined: the file as a whole. */
  readonly subject?: string;
}

export interface CaseFileTrust {
  /** Trusted key ids; empty: any key is accepted, and the reader compares its id. */
  readonly keyIds: readonly string[];
}

/**
 * Verifies the proofs of a case file on its own, without a server or a database: its signature, each section against
 * the signature, the events' chains, their inclusion in the signed checkpoint, and the chats' chains. Names every
 * change. Used by the verify program and in the browser. `isSigned`, `isCheckpointSigned`: whether the key in the file
 * signed its statement, and the checkpoint.
 */
export async function checkProofs(file: CaseFile, trust: CaseFileTrust) {
  const found = new Findings();
  for (const name of changedSections({ ...file }, file.statement))
    found.add(name, `the section "${name}" is not what was signed`);
  const isSigned = await checkSignature(found, file, trust);
  checkOrder(found, file);
  checkStreams(found, file);
  const isCheckpointSigned = await checkCheckpoint(found, file);
  checkHeads(found, file);
  await checkEarlier(found, file, trust);
  checkChats(found, file);
  checkStatements(found, file);
  return { findings: found.all, isSigned, isCheckpointSigned };
}

class Findings {
  readonly all: CaseFileFinding[] = [];

  add(check: CaseFileCheck, what: string, subject?: string): void {
    this.all.push({ check, what, ...(subject !== undefined && { subject }) });
  }
}

/** SHA-256 of a case file's bytes, hex, as shown on its printed version. */
export const fingerprintOf = (bytes: Uint8Array): string => sha256Hex(bytes);

/** Compares each section with its signed hash, so that a changed one is named even if it is unreadable. */
export const changedSections = (
  file: Readonly<Record<string, unknown>>,
  { sections }: Pick<CaseFile['statement'], 'sections'>,
): readonly CaseFileSection[] =>
  caseFileSections.filter((name) => {
    if (name === 'statements' && file[name] === undefined && sections[name] === undefined) return false;
    return file[name] === undefined || sha256Hex(canonicalJson(file[name])) !== sections[name];
  });

async function checkSignature(
  found: Findings,
  { statement, signature, proofs }: CaseFile,
  { keyIds }: CaseFileTrust,
): Promise<SignatureVerdict> {
  const { key } = proofs;
  if (statement.keyId !== key.keyId)
    found.add('signature', `the file is signed by key ${statement.keyId}, which is not in it`);
  if (keyIds.length > 0 && !keyIds.includes(key.keyId))
    found.add('signature', `the key ${key.keyId} is not trusted`);
  const isSigned = await isSignatureOf(canonicalJson(statement), signature, key);
  if (isSigned === false) found.add('signature', 'the statement is not what was signed');
  return isSigned;
}

function checkOrder(found: Findings, { order, streams }: CaseFile): void {
  const [own] = streams;
  const placed = own?.events[0];
  if (own?.stream !== orderStream(order.orderId as OrderId) || placed?.type !== 'OrderPlaced') {
    found.add('order', `the first stream is not that of order ${order.orderId}`);
    return;
  }
  for (const field of ['orderId', 'side', 'amount'] as const)
    if (placed.data[field] !== order[field])
      found.add('order', `its ${field} is not that of the event by which it was placed`);
}

const whatBroke: Readonly<Record<BrokenLink['reason'], string>> = {
  hash: 'is not what was sealed',
  prevHash: 'does not continue the one before it',
  revision: 'does not follow the one before it',
  stream: 'belongs to another stream',
};

const mayName: ReadonlySet<string> = new Set(['TradeCompleting', 'TradeCancelling', 'TradeReversed']);

/** The approvals named in events of trades: an action that needs one had it, unless there was no second admin. */
export const approvalsIn = (
  events: Iterable<{ readonly type: string; readonly data: Readonly<Record<string, unknown>> }>,
): readonly ApprovalId[] =>
  [...events].flatMap(({ type, data }) => {
    const approval = mayName.has(type) ? (data['approval'] as ApprovalMark | undefined) : undefined;
    return approval === undefined || approval === noSecondAdmin ? [] : [approval as ApprovalId];
  });

/**
 * Checks that each stream has an intact hash chain, and that every trade of the order and every named approval is
 * included.
 */
function checkStreams(found: Findings, { streams }: CaseFile): void {
  const streamNames = new Set(streams.map(({ stream }) => stream));
  const [own] = streams;
  for (const tradeId of new Set(own?.events.flatMap(({ data }) => data['tradeId'] ?? [])))
    if (!streamNames.has(tradeStream(tradeId as TradeId)))
      found.add('streams', `the events of trade ${tradeId} are missing`, own?.stream);
  for (const approvalId of approvalsIn(streams.flatMap(({ events }) => events)))
    if (!streamNames.has(approvalStream(approvalId)))
      found.add('streams', `the events of approval ${approvalId} are missing`, own?.stream);
  for (const { stream, events } of streams) {
    const chained = events.map((event) => ({ ...event, stream }));
    const broken = verifyStream(chained as unknown as readonly ChainedEvent[]);
    if (broken === undefined) continue;
    const { id, revision } = broken.event;
    found.add('streams', `event ${id}, ${stream} revision ${revision}, ${whatBroke[broken.reason]}`, stream);
  }
}

async function checkCheckpoint(
  found: Findings,
  { proofs: { checkpoint, key } }: CaseFile,
): Promise<SignatureVerdict> {
  const isSigned = await isSignedBy(checkpoint, key);
  if (isSigned === false)
    found.add(
      'proofs',
      `checkpoint ${checkpoint.statement.sequence} is not what was signed`,
      checkpointSubject,
    );
  return isSigned;
}

const checkpointSubject = 'checkpoint';

const signerSubject = 'signer';

/** Checks that there is one proof for each stream, of its head in the file, and that it leads to the signed root. */
function checkHeads(found: Findings, { proofs, streams }: CaseFile): void {
  const { checkpoint, heads, refused } = proofs;
  if (refused !== undefined)
    found.add(
      'proofs',
      `the signer vouches for nothing since ${refused.since}: ${refused.why}`,
      signerSubject,
    );
  if (heads.length !== streams.length) found.add('proofs', 'there is not one proof for each stream');
  for (const { stream } of streams.slice(heads.length))
    found.add('proofs', `there is no proof of ${stream}`, stream);
  for (const [index, head] of heads.entries()) {
    const { stream, events } = streams[index] ?? { stream: '', events: [] };
    const last = events.at(-1);
    if (head.stream !== stream || head.revision !== last?.revision || head.hash !== last.metadata.hash)
      found.add('proofs', `the proof of ${head.stream} is not of the stream as it is in the file`, stream);
    if (rootFrom(head, head.path) !== checkpoint.statement.root)
      found.add('proofs', `the proof of ${head.stream} does not lead to the signed root`, stream);
  }
}

/**
 * Checks that each earlier checkpoint was signed, by a trusted key, over the events as they are in the file, and after
 * them: otherwise a key made for the purpose could date them.
 */
async function checkEarlier(
  found: Findings,
  { proofs: { earlier = [], key: ownKey }, streams }: CaseFile,
  { keyIds }: CaseFileTrust,
): Promise<void> {
  const events = new Map(streams.map((one) => [one.stream, one.events]));
  for (const { checkpoint, key, lists } of earlier) {
    const { statement } = checkpoint;
    const { sequence, heads } = statement;
    // The file's own key is reported with its signature.
    if (keyIds.length > 0 && key.keyId !== ownKey.keyId && !keyIds.includes(key.keyId))
      found.add('proofs', `checkpoint ${sequence} is signed by the key ${key.keyId}, which is not trusted`);
    if ((await isSignedBy(checkpoint, key)) === false)
      found.add('proofs', `checkpoint ${sequence} is not what was signed`);
    for (const list of lists) {
      if (!heads.includes(sha256Hex(list)))
        found.add('proofs', `checkpoint ${sequence} was not signed over a list of heads in the file`);
      for (const head of headsOf(list) ?? []) checkCovered(found, statement, head, events.get(head.stream));
    }
  }
}

/** Checks one stream's head in an earlier checkpoint against the events in the file. */
function checkCovered(
  found: Findings,
  { sequence, madeAt }: CaseFile['proofs']['checkpoint']['statement'],
  { stream, revision, hash }: Head,
  events: CaseFile['streams'][number]['events'] | undefined,
): void {
  const covers = `${stream} revision ${revision}`;
  if (events !== undefined && events[revision]?.metadata.hash !== hash)
    found.add('proofs', `checkpoint ${sequence} was signed over another event: ${covers}`, stream);
  const covered = (events ?? []).slice(0, revision + 1);
  if (covered.some(({ metadata }) => Date.parse(madeAt) < Date.parse(metadata.at) - clocksDifferMs))
    found.add(
      'proofs',
      `checkpoint ${sequence} says that it was made before an event that it covers: ${covers}`,
      stream,
    );
}

/** The first checkpoint that the file shows to have covered an event. */
export interface FirstCover {
  readonly sequence: number;
  readonly madeAt: string;
  readonly keyId: string;
}

/** By the events' ids. Valid only if `checkProofs` finds no error. */
export function firstCovers({ streams, proofs }: CaseFile): ReadonlyMap<string, FirstCover> {
  const { checkpoint, heads, earlier = [] } = proofs;
  const covering = [
    ...earlier.map(({ checkpoint: { statement }, lists }) => ({
      statement,
      heads: lists.flatMap((list) => headsOf(list) ?? []),
    })),
    { statement: checkpoint.statement, heads },
  ].sort((a, b) => a.statement.sequence - b.statement.sequence);
  const covers = new Map<string, FirstCover>();
  for (const { stream, events } of streams) {
    const ends = covering.flatMap(({ statement, heads: signed }) => {
      const head = signed.find((one) => one.stream === stream);
      return head === undefined ? [] : [{ statement, revision: head.revision }];
    });
    for (const { id, revision } of events) {
      const first = ends.find((end) => end.revision >= revision);
      if (first !== undefined) covers.set(id, first.statement);
    }
  }
  return covers;
}

/** Checks that the room ends as it did when the checkpoint was signed, and that its path leads to the signed root. */
function checkRoomHead(
  found: Findings,
  { roomId, lastSeq, lastHash, proof }: CaseFile['chats'][number],
  root: string,
): void {
  if (proof === undefined) {
    found.add('chats', `there is no proof of room ${roomId}`, roomId);
    return;
  }
  if (proof.stream !== roomName(roomId) || proof.revision !== lastSeq || proof.hash !== lastHash)
    found.add('chats', `room ${roomId} is not as it was when the checkpoint was signed`, roomId);
  if (rootFrom(proof, proof.path) !== root)
    found.add('chats', `the proof of room ${roomId} does not lead to the signed root`, roomId);
}

/** Images are handed over separately; one that was no longer stored as it was sent has no description in the file. */
function checkImages(found: Findings, { roomId, messages }: CaseFile['chats'][number]): void {
  for (const { seq, imageSha256, image } of messages)
    if (imageSha256 !== null && image === null)
      found.add('chats', `the image of message ${seq} of room ${roomId} is missing or another one`, roomId);
}

function checkChats(found: Findings, { chats, proofs: { checkpoint, refused } }: CaseFile): void {
  const { rooms } = checkpoint.statement;
  for (const chat of chats) {
    const { roomId, lastSeq, lastHash, messages, proof } = chat;
    // A room without messages is in no checkpoint, unless it had some when that was signed.
    const isCovered = proof !== undefined || (refused === undefined && messages.length > 0);
    if (rooms !== undefined && isCovered) checkRoomHead(found, chat, rooms.root);
    checkImages(found, chat);
    const verdict = verifyRoomChain(roomId, messages);
    if (!verdict.intact)
      found.add('chats', `message ${verdict.seq} of room ${roomId} does not hold (${verdict.why})`, roomId);
    else if (verdict.messages !== lastSeq || verdict.lastHash !== lastHash)
      found.add('chats', `room ${roomId} does not end as it did: messages are missing`, roomId);
  }
}

interface HashedStatement {
  readonly text: string;
  readonly salt: string;
  readonly imageSha256: string | null;
}

/** The hash of a statement, for events. The salt keeps a short text from being guessed. */
export const statementHash = ({ text, salt, imageSha256 }: HashedStatement): string =>
  sha256Hex(canonicalJson([salt, text, imageSha256]));

/** The hashes of the texts that events name: statements, rulings, reversals. Not of payments: those name people. */
export const statementsNamedIn = (
  events: Iterable<{ readonly data: Readonly<Record<string, unknown>> }>,
): ReadonlySet<string> =>
  new Set(
    [...events].flatMap(({ data }) => {
      const hash = data['statement'] ?? data['grounds'];
      return typeof hash === 'string' ? [hash] : [];
    }),
  );

/**
 * Checks that each text named in an event is included and has the event's hash. Nothing in the program erases a text
 * yet, so one that is not there was removed.
 */
function checkStatements(found: Findings, { streams, statements }: CaseFile): void {
  if (statements === undefined) return;
  const statementsByHash = new Map(statements.map((statement) => [statement.hash, statement]));
  const named = statementsNamedIn(streams.flatMap(({ events }) => events));
  for (const hash of named)
    if (!statementsByHash.has(hash)) found.add('statements', `the statement ${hash} is missing`, hash);
  for (const { hash, text, ...rest } of statements) {
    if (!named.has(hash)) found.add('statements', `the statement ${hash} is in no event`, hash);
    if (text === null) found.add('statements', `the text of statement ${hash} was removed`, hash);
    else if (statementHash({ text, ...rest }) !== hash)
      found.add('statements', `the text of statement ${hash} is not what the event names`, hash);
  }
}
