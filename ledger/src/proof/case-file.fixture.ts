import type { CaseFile } from '@matgyo/contracts/case-file';
import { sha256Hex } from '#sha256';
import { canonicalJson } from './canonical-json.ts';
import { statementHash } from './case-file.ts';
import { headsPart } from './checkpoint.ts';
import { bucketOf, type Head, MerkleTree } from './merkle-tree.ts';
import { chainStart, contentHashOf, hashOf, roomName } from './room-chain.ts';
import { newSigner, type Signer } from './signer.fixture.ts';
import { chainEvents, type NewEvent } from './stream-chain.ts';

const at = '2026-01-02T03:04:05.678Z';
const id = (letter: string) => letter.repeat(24);
export const [orderId, tradeId, otherTrade, approvalId] = [id('a'), id('b'), id('c'), id('d')] as const;
const memberId = id('e');

let written = 0;

/** An event like the ledger's, with its own ID. */
export function newEvent(type: string, data: Record<string, unknown> = {}): NewEvent {
  written += 1;
  const eventId = `00000000-0000-4000-8000-${String(written).padStart(12, '0')}`;
  const ids = { commandId: eventId, correlationId: eventId, causationId: eventId, actorId: memberId };
  return { id: eventId, type, data, metadata: { ...ids, actorRole: 'member', at, schemaVersion: 1 } };
}

const statementOf = (text: string) => ({ text, salt: `salt of ${text}`, imageSha256: null });
export const [firstStatement, grounds] = [statementOf('I paid an hour ago'), statementOf('No won came')];

/** Streams of an order that was matched twice; the first trade was completed with an approval, after a dispute. */
const streams: readonly (readonly [stream: string, events: readonly NewEvent[]])[] = [
  [
    `order-${orderId}`,
    [
      newEvent('OrderPlaced', { orderId, side: 'sell', amount: '10.0000' }),
      newEvent('FillReserved', { orderId, tradeId }),
      newEvent('FillReserved', { orderId, tradeId: otherTrade }),
      newEvent('FillSettled', { orderId, tradeId }),
    ],
  ],
  [
    `trade-${tradeId}`,
    [
      newEvent('TradeMatched', { tradeId }),
      newEvent('CaseStatementAdded', { tradeId, statement: statementHash(firstStatement) }),
      newEvent('CaseRuled', { tradeId, grounds: statementHash(grounds) }),
      newEvent('TradeCompleting', { tradeId, approval: approvalId }),
    ],
  ],
  [
    `trade-${otherTrade}`,
    [
      newEvent('TradeMatched', { tradeId: otherTrade }),
      newEvent('TradeReversed', { tradeId: otherTrade, approval: 'no-second-admin' }),
    ],
  ],
  [`approval-${approvalId}`, [newEvent('ApprovalFulfilled', { approvalId })]],
];

function chatOf(roomId: string, contents: readonly string[]): CaseFile['chats'][number] {
  let lastHash = chainStart;
  const messages = contents.map((content, index) => {
    const text = { salt: `salt${index}`, content, imageSha256: null };
    const link = {
      roomId,
      seq: index + 1,
      messageId: id(String(index)),
      senderId: memberId,
      role: 'seller' as const,
      at,
      contentHash: contentHashOf(text),
      prevHash: lastHash,
    };
    lastHash = hashOf(link);
    return { ...text, ...link, image: null, hash: lastHash };
  });
  const kind = roomId === orderId ? 'order' : 'trade';
  return { roomId, kind, closedAt: null, lastSeq: messages.length, lastHash, messages };
}

/** A Merkle tree of these and other heads, with the proof of each. */
function provenIn(heads: readonly Head[]) {
  const others = Array.from({ length: 9 }, (_, index) => ({ stream: `x${index}`, revision: 0, hash: '' }));
  const buckets = Map.groupBy([...heads, ...others], ({ stream }) => bucketOf(stream));
  const tree = new MerkleTree();
  for (const [bucket, own] of buckets) tree.setBucket(bucket, own);
  const proofOf = (head: Head) => ({
    ...head,
    path: [...tree.pathOf(head.stream, buckets.get(bucketOf(head.stream)) ?? [])],
  });
  return { root: tree.root(), proofOf };
}

const headIn = (chained: ReturnType<typeof chainEvents>, revision: number): Head => {
  const { stream, metadata } = chained[revision] as (typeof chained)[number];
  return { stream, revision, hash: metadata.hash };
};

export interface Signed {
  readonly file: CaseFile;
  /** Signs a changed file again, with its sections, statement and checkpoints, as the key's owner could. */
  again(file: CaseFile): Promise<CaseFile>;
}

/** A case file with all possible contents: trades, an approval, statements, chats, earlier checkpoints. */
export async function signedCaseFile(): Promise<Signed> {
  const signer = await newSigner();
  const { keyId } = signer.key;
  const chained = streams.map(([stream, events]) => chainEvents(stream, 'no-stream', events));
  const [order, trade] = chained as [(typeof chained)[number], (typeof chained)[number]];
  const heads = chained.map((events) => headIn(events, events.length - 1));
  const chats = [
    chatOf(orderId, ['hello', 'is it there?']),
    chatOf(tradeId, ['it is']),
    chatOf(otherTrade, []),
  ];
  const ends = chats.map(({ roomId, lastSeq: revision, lastHash: hash }) => ({
    stream: roomName(roomId),
    revision,
    hash,
  }));
  const [tree, rooms] = [provenIn(heads), provenIn(ends)];
  const checkpoint = (sequence: number, lists: readonly string[]) => ({
    statement: {
      format: 'matgyo-checkpoint/1' as const,
      sequence,
      madeAt: at,
      previous: '',
      keyId,
      eventId: order.at(-1)?.id ?? '',
      events: 20,
      streams: 13,
      root: tree.root,
      heads: lists.map((list) => sha256Hex(list)),
      audit: { sequence: 0, hash: '' },
      rooms: { rooms: 3, messages: 3, root: rooms.root },
    },
    signature: '',
  });
  const earlier = (sequence: number, ...covered: readonly Head[]) => {
    const { text } = headsPart([...covered, { stream: 'price-USDT-KRW', revision: 3, hash: 'f'.repeat(64) }]);
    return { checkpoint: checkpoint(sequence, [text, 'another list']), key: signer.key, lists: [text] };
  };
  const file: CaseFile = {
    statement: {
      format: 'matgyo-case-file/1',
      madeAt: at,
      madeBy: memberId,
      requestId: 'request',
      keyId,
      sections: { order: '', streams: '', trail: '', proofs: '', chats: '', people: '', statements: '' },
    },
    signature: '',
    order: { orderId, orderCode: 'Sell714-aaaaaaaa', side: 'sell', amount: '10.0000' as never },
    streams: chained.map((events) => ({
      stream: events[0]?.stream ?? '',
      events: events.map(({ stream: _, metadata, ...event }) => ({ ...event, metadata: { ...metadata } })),
    })),
    trail: [],
    proofs: {
      checkpoint: checkpoint(7, []),
      key: signer.key,
      heads: heads.map(tree.proofOf),
      earlier: [earlier(5, headIn(order, 1), headIn(trade, 0)), earlier(6, headIn(order, 2))],
    },
    chats: chats.map((chat, index) =>
      chat.messages.length > 0 ? { ...chat, proof: rooms.proofOf(ends[index] as Head) } : chat,
    ),
    people: [{ memberId, nickname: 'minji' }],
    statements: [firstStatement, grounds].map((one) => ({ hash: statementHash(one), ...one })),
  };
  const again = (changed: CaseFile) => signedBy(signer, changed);
  return { file: await again(file), again };
}

async function signedBy(signer: Signer, changed: CaseFile): Promise<CaseFile> {
  const file = structuredClone(changed);
  for (const { checkpoint } of [file.proofs, ...(file.proofs.earlier ?? [])])
    checkpoint.signature = await signer.sign(checkpoint.statement);
  const { sections } = file.statement;
  for (const name of Object.keys(sections) as (keyof typeof sections)[])
    sections[name] = sha256Hex(canonicalJson(file[name]));
  file.signature = await signer.sign(file.statement);
  return file;
}
