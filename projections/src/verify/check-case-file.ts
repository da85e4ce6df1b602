import { hash } from 'node:crypto';
import {
  type CaseFile,
  type CaseFileSection,
  caseFile,
  caseFileSections,
  caseFileStatement,
} from '@matgyo/contracts/case-file';
import type { OrderId } from '@matgyo/contracts/ids';
import { tradeIdSchema } from '@matgyo/contracts/schemas/ids';
import { orderStream, tradeStream } from '@matgyo/contracts/streams';
import { canonicalJson } from '@matgyo/event-store/canonical-json';
import type { Position } from '@matgyo/event-store/event-log';
import { type BrokenLink, verifyStream } from '@matgyo/event-store/hash-chain';
import { orderTrail } from '@matgyo/ledger/order/trail';
import { rootFrom } from '../proofs/head-tree.ts';
import { verifyRoomChain } from '../proofs/message-chain.ts';
import { isSignatureOf, isSignedBy } from '../proofs/signed-checkpoint.ts';

/** What of a case file was looked at, in the order in which it is told. */
export const caseFileChecks = {
  signature: 'the file is what was signed',
  order: 'the order',
  streams: 'the events, by the hash chains of their streams',
  trail: 'the order after each event',
  proofs: 'the signed checkpoint, and the way from each stream to it',
  chats: 'the chats, by the hash chains of their rooms',
  people: 'who the people are',
} as const;
export type CaseFileCheck = keyof typeof caseFileChecks;

export interface CaseFileFinding {
  readonly check: CaseFileCheck;
  readonly what: string;
}

export interface CheckedCaseFile {
  readonly findings: readonly CaseFileFinding[];
  /** Undefined when it is no case file. */
  readonly file: CaseFile | undefined;
}

export interface CaseFileTrust {
  /** Ids of keys that are known from elsewhere; none: any key will do, and the reader compares its id. */
  readonly keyIds: readonly string[];
}

/**
 * Checks a case file by itself, without a server or a database: its signature, each section against it, the events'
 * chains, their way into the signed checkpoint, and the chats' chains. What was changed is named.
 */
export function checkCaseFile(text: string, trust: CaseFileTrust): CheckedCaseFile {
  let value: Record<string, unknown>;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      findings: [{ check: 'signature', what: 'the file is no JSON: it was cut or changed' }],
      file: undefined,
    };
  }
  const found = new Found();
  checkSections(found, value);
  const parsed = caseFile.safeParse(value);
  if (!parsed.success) {
    for (const { path, message } of parsed.error.issues.slice(0, mostIssues))
      found.add(checkOf(path[0]), `${path.join('.') || 'the file'} is no part of a case file: ${message}`);
    return { findings: found.all, file: undefined };
  }
  const file = parsed.data;
  checkSignature(found, file, trust);
  checkOrder(found, file);
  checkStreams(found, file);
  checkTrail(found, file);
  checkProofs(found, file);
  checkChats(found, file);
  return { findings: found.all, file };
}

const mostIssues = 10;

class Found {
  readonly all: CaseFileFinding[] = [];

  add(check: CaseFileCheck, what: string): void {
    this.all.push({ check, what });
  }
}

const isSection = (name: unknown): name is CaseFileSection =>
  (caseFileSections as readonly unknown[]).includes(name);
const checkOf = (name: unknown): CaseFileCheck => (isSection(name) ? name : 'signature');

/** Each section against the hash that is signed, so that it is named even where nothing in it can be read. */
function checkSections(found: Found, value: Record<string, unknown>): void {
  const statement = caseFileStatement.safeParse(value['statement']).data;
  if (statement === undefined) return;
  for (const name of caseFileSections)
    if (value[name] === undefined || hash('sha256', canonicalJson(value[name])) !== statement.sections[name])
      found.add(name, `the section "${name}" is not what was signed`);
}

function checkSignature(
  found: Found,
  { statement, signature, proofs }: CaseFile,
  trust: CaseFileTrust,
): void {
  const { key } = proofs;
  if (statement.keyId !== key.keyId)
    found.add('signature', `the file is signed by key ${statement.keyId}, which is not in it`);
  if (trust.keyIds.length > 0 && !trust.keyIds.includes(key.keyId))
    found.add('signature', `nobody vouches for the key ${key.keyId}`);
  if (!isSignatureOf(canonicalJson(statement), signature, key))
    found.add('signature', 'the statement is not what was signed');
}

function checkOrder(found: Found, { order, streams }: CaseFile): void {
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

/** Each stream is the one that was sealed, and every trade the order knows of is there. */
function checkStreams(found: Found, { streams }: CaseFile): void {
  const given = new Set(streams.map(({ stream }) => stream));
  const trades = streams[0]?.events.flatMap(
    ({ data }) => tradeIdSchema.safeParse(data['tradeId']).data ?? [],
  );
  for (const tradeId of new Set(trades))
    if (!given.has(tradeStream(tradeId))) found.add('streams', `the events of trade ${tradeId} are missing`);
  for (const { stream, events } of streams) {
    const sealed = events.map((event) => ({ ...event, stream, position: '' as Position }));
    const broken = verifyStream(sealed as unknown as Parameters<typeof verifyStream>[0]);
    if (broken !== undefined)
      found.add(
        'streams',
        `event ${broken.event.id}, ${stream} revision ${broken.event.revision}, ${whatBroke[broken.reason]}`,
      );
  }
}

/** It has every event once, those of one stream in their order, and each state is what the events before it make. */
function checkTrail(found: Found, { order, streams, trail }: CaseFile): void {
  const events = new Map(
    streams.flatMap((stream) => stream.events.map((event) => [event.id, event] as const)),
  );
  const rest = new Map(streams.map(({ stream, events: own }) => [stream, own.map(({ id }) => id)] as const));
  for (const { eventId } of trail) {
    const next = [...rest.values()].find(([id]) => id === eventId);
    if (next === undefined) {
      found.add('trail', `event ${eventId} does not follow in it, or is in no stream`);
      return;
    }
    next.shift();
  }
  const missing = [...rest.values()].flat();
  if (missing.length > 0) found.add('trail', `${missing.length} events are missing in it`);
  const inOrder = trail.flatMap(({ eventId }) => events.get(eventId) ?? []);
  try {
    for (const [index, state] of orderTrail(order.side, inOrder).entries())
      if (canonicalJson(state) !== canonicalJson(trail[index]))
        found.add('trail', `after event ${state.eventId} the order was not as it says`);
  } catch (error) {
    found.add('trail', `its events cannot have been an order's: ${(error as Error).message}`);
  }
}

function checkProofs(found: Found, { proofs, streams }: CaseFile): void {
  const { checkpoint, key, heads } = proofs;
  if (!isSignedBy(checkpoint, key))
    found.add('proofs', `checkpoint ${checkpoint.statement.sequence} is not what was signed`);
  if (heads.length !== streams.length) found.add('proofs', 'there is not one proof for each stream');
  for (const [index, head] of heads.entries()) {
    const { stream, events } = streams[index] ?? { stream: '', events: [] };
    const last = events.at(-1);
    if (head.stream !== stream || head.revision !== last?.revision || head.hash !== last.metadata.hash)
      found.add('proofs', `the proof of ${head.stream} is not of the stream as it is in the file`);
    if (rootFrom(head, head.path) !== checkpoint.statement.root)
      found.add('proofs', `the proof of ${head.stream} does not lead to the signed root`);
  }
}

function checkChats(found: Found, { chats }: CaseFile): void {
  for (const { roomId, lastSeq, lastHash, messages } of chats) {
    const verdict = verifyRoomChain(roomId, messages);
    if (!verdict.intact)
      found.add('chats', `message ${verdict.seq} of room ${roomId} does not hold (${verdict.why})`);
    else if (verdict.messages !== lastSeq || verdict.lastHash !== lastHash)
      found.add('chats', `room ${roomId} does not end as it did: messages are missing`);
  }
}
