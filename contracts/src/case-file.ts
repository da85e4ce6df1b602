import { z } from 'zod';
import { chatRoles, chatRoomKinds } from './endpoints/chat-views.ts';
import { ledgerId, orderState, timestamp } from './endpoints/order-views.ts';
import { sides } from './ids.ts';
import { checkpointKey, inclusionProof, sha256Hex, signedCheckpoint, signingRefusal } from './proofs.ts';
import { usdtSchema } from './schemas/money.ts';

/** An event as stored in the log, in the form over which its hash was computed. */
const storedEvent = z.strictObject({
  id: z.uuid(),
  revision: z.int().nonnegative(),
  type: z.string(),
  data: z.record(z.string(), z.unknown()),
  /** Actor, time and command; `prevHash` and `hash` are its link in the chain. */
  metadata: z.looseObject({ prevHash: z.string(), hash: z.string(), actorId: z.string(), at: z.string() }),
});

const chatMessage = z.strictObject({
  roomId: z.string(),
  seq: z.int().positive(),
  messageId: z.string(),
  senderId: z.string(),
  role: z.enum(chatRoles),
  at: timestamp,
  content: z.string(),
  /** Of the attached image file, hex. */
  imageSha256: sha256Hex.nullable(),
  /**
   * That file's type, bytes and size in pixels; null also if the file is no longer stored as it was sent. `content` is
   * the text sent with it.
   */
  image: z
    .strictObject({
      type: z.literal('image/jpeg'),
      bytes: z.int().positive(),
      width: z.int().positive(),
      height: z.int().positive(),
    })
    .nullable(),
  salt: z.string(),
  contentHash: sha256Hex,
  prevHash: sha256Hex,
  hash: sha256Hex,
});

const chatRoom = z.strictObject({
  roomId: z.string(),
  kind: z.enum(chatRoomKinds),
  closedAt: timestamp.nullable(),
  /** Number of the newest message in the room's own row, so that a removed end is detected. */
  lastSeq: z.int().nonnegative(),
  lastHash: sha256Hex,
  messages: z.array(chatMessage),
  /** Proof of the room's end in the signed checkpoint; absent for checkpoints that did not cover rooms yet. */
  proof: inclusionProof.optional(),
});

/** A text whose hash is in an event: a statement in a case, its ruling, or of a reversal. `text` is null if it was removed. */
const statement = z.strictObject({
  hash: sha256Hex,
  text: z.string().nullable(),
  salt: z.string(),
  /** Of the attached image file, which is handed over separately. */
  imageSha256: sha256Hex.nullable(),
});

/** The order's state after an event of its own or of one of its trades. */
const stateAfter = z.strictObject({ eventId: z.uuid(), ...orderState.shape });
export type CaseFileState = z.output<typeof stateAfter>;

/** `lists`: of those whose hashes it has, the ones with a head of the file's streams, as stored. */
const earlierCheckpoint = z.strictObject({
  checkpoint: signedCheckpoint,
  key: checkpointKey,
  lists: z.array(z.string()).min(1),
});

export const caseFileStatement = z.strictObject({
  format: z.literal('matgyo-case-file/1'),
  madeAt: timestamp,
  /** The requesting admin, and the request. */
  madeBy: ledgerId,
  requestId: z.string(),
  /** SHA-256 of the canonical JSON of each section. */
  sections: z.strictObject({
    order: sha256Hex,
    streams: sha256Hex,
    trail: sha256Hex,
    proofs: sha256Hex,
    chats: sha256Hex,
    people: sha256Hex,
    /** Absent in files made before it was a section. */
    statements: sha256Hex.optional(),
  }),
  keyId: z.string(),
});
export type CaseFileStatement = z.output<typeof caseFileStatement>;

/** The parts of a case file that its statement hashes separately, so that a changed part can be named. */
export const caseFileSections = caseFileStatement.shape.sections.keyof().options;
export type CaseFileSection = (typeof caseFileSections)[number];

/**
 * Everything that a third party needs to judge an order and to verify, without this system, that the data is unchanged:
 * `npm run verify -- --case-file FILE`. People are identified by ids and nicknames.
 */
export const caseFile = z.strictObject({
  statement: caseFileStatement,
  /** Ed25519 over the canonical JSON of the statement, by the key that signs checkpoints; base64. */
  signature: z.string(),
  order: z.strictObject({
    orderId: ledgerId,
    orderCode: z.string(),
    side: z.enum(sides),
    amount: usdtSchema,
  }),
  /** The order's own stream first, then those of its trades and of their approvals, each complete. */
  streams: z.array(z.strictObject({ stream: z.string(), events: z.array(storedEvent) })),
  /** All events of the streams in log order, each with the order's state after it. */
  trail: z.array(stateAfter),
  proofs: z.strictObject({
    checkpoint: signedCheckpoint,
    key: checkpointKey,
    /** One for each stream, in the same order. */
    heads: z.array(inclusionProof),
    /** Set if signing was refused: why, and since when. There are no heads then. */
    refused: signingRefusal.optional(),
    /** The earlier checkpoints that were the first to cover one of the events, oldest first; absent in files made before. */
    earlier: z.array(earlierCheckpoint).optional(),
  }),
  /** The rooms of the order and of its trades that have messages. */
  chats: z.array(chatRoom),
  people: z.array(z.strictObject({ memberId: ledgerId, nickname: z.string() })),
  /** One for each hash of a text in the streams, in their order; absent in files made before. */
  statements: z.array(statement).optional(),
});
export type CaseFile = z.output<typeof caseFile>;
