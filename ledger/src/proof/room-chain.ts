import type { ChatRole } from '@matgyo/contracts/endpoints/chat-views';
import { sha256Hex } from '#sha256';
import { canonicalJson } from './canonical-json.ts';

/** A chat room's name in the list of signed heads. There the revision is the `seq` of the room's last message. */
export const roomName = (roomId: string): string => `room-${roomId}`;
export const isRoomName = (name: string): boolean => name.startsWith('room-');

/** The `prevHash` of a room's first message. */
export const chainStart = '0'.repeat(64);

/**
 * A message's text, and the SHA-256 (hex) of its image. `salt` is random, so that the text cannot be guessed from the
 * hash.
 */
export interface MessageContent {
  readonly salt: string;
  readonly content: string;
  readonly imageSha256: string | null;
}

/** The fields of a message that its hash covers. `at` is ISO 8601 in UTC with milliseconds. */
interface MessageLink {
  readonly roomId: string;
  readonly seq: number;
  readonly messageId: string;
  readonly senderId: string;
  readonly role: ChatRole;
  readonly at: string;
  readonly contentHash: string;
  readonly prevHash: string;
}

export interface ChainedMessage extends MessageLink, MessageContent {
  readonly hash: string;
}

const sha256 = (value: unknown): string => sha256Hex(canonicalJson(value));

/** The hash of the content alone. The chain covers only this hash, so it stays verifiable if the text is erased. */
export const contentHashOf = ({ salt, content, imageSha256 }: MessageContent): string =>
  sha256({ salt, content, imageSha256 });

/** A message's hash: over its sender, time, room, number, content hash and the previous message's hash. */
export const hashOf = ({
  roomId,
  seq,
  messageId,
  senderId,
  role,
  at,
  contentHash,
  prevHash,
}: MessageLink): string => sha256({ roomId, seq, messageId, senderId, role, at, contentHash, prevHash });

/** The result of a verification. `seq` is the number of the first message that does not match, `why` what does not. */
export type ChainVerdict =
  | { readonly intact: true; readonly messages: number; readonly lastHash: string }
  | { readonly intact: false; readonly seq: number; readonly why: 'order' | 'content' | 'link' | 'hash' };

/**
 * Verifies that these are all messages of a room from its first one on, none changed, omitted, added or moved. Pure. A
 * removed end is only detected by a `lastHash` stored elsewhere (the room's row, a case file). `before` is the message
 * preceding the first one given, so that verified messages need not be verified again.
 */
export function verifyRoomChain(
  roomId: string,
  messages: readonly ChainedMessage[],
  before: { readonly seq: number; readonly hash: string } = { seq: 0, hash: chainStart },
): ChainVerdict {
  let lastHash = before.hash;
  for (const [index, message] of messages.entries()) {
    const broken = (why: 'order' | 'content' | 'link' | 'hash'): ChainVerdict => ({
      intact: false,
      seq: before.seq + index + 1,
      why,
    });
    if (message.roomId !== roomId || message.seq !== before.seq + index + 1) return broken('order');
    if (contentHashOf(message) !== message.contentHash) return broken('content');
    if (message.prevHash !== lastHash) return broken('link');
    if (hashOf(message) !== message.hash) return broken('hash');
    lastHash = message.hash;
  }
  return { intact: true, messages: before.seq + messages.length, lastHash };
}
