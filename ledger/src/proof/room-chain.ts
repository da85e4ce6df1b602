import type { ChatRole } from '@matgyo/contracts/endpoints/chat-views';
import { sha256Hex } from '#sha256';
import { canonicalJson } from './canonical-json.ts';

/** A room's name among the signed heads; its head's revision is its last `seq`. */
export const roomName = (roomId: string): string => `room-${roomId}`;
export const isRoomName = (name: string): boolean => name.startsWith('room-');

/** The hash that a room's first message continues. */
export const chainStart = '0'.repeat(64);

/** The text of a message and the SHA-256, hex, of its image. */
export interface MessageContent {
  readonly salt: string;
  readonly content: string;
  readonly imageSha256: string | null;
}

/** The hashed fields of a message. `at` is ISO 8601 in UTC, to the millisecond. */
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

/** Hashed separately with a salt, so that the text could be erased and the chain would still verify. */
export const contentHashOf = ({ salt, content, imageSha256 }: MessageContent): string =>
  sha256({ salt, content, imageSha256 });

/** Over sender, time, place and the previous hash. */
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

/** `seq`: where the chain breaks, `why`: what does not match there. */
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
