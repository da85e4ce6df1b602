import type { ChatRole } from '@matgyo/contracts/endpoints/chat-views';
import { sha256Hex } from '#sha256';
import { canonicalJson } from './canonical-json.ts';

/** How a room is named among the heads that checkpoints are signed over; its head's revision is its last `seq`. */
export const roomName = (roomId: string): string => `room-${roomId}`;
export const isRoomName = (name: string): boolean => name.startsWith('room-');

/** What the first message of a room continues. */
export const chainStart = '0'.repeat(64);

/** The words of a message and the fingerprint (SHA-256, hex) of its image. */
export interface MessageWords {
  readonly salt: string;
  readonly content: string;
  readonly imageSha256: string | null;
}

/** A message as its chain sees it. `at` is ISO 8601 in UTC, to the millisecond. */
export interface ChainLink {
  readonly roomId: string;
  readonly seq: number;
  readonly messageId: string;
  readonly senderId: string;
  readonly role: ChatRole;
  readonly at: string;
  readonly contentHash: string;
  readonly prevHash: string;
}

export interface ChainedMessage extends ChainLink, MessageWords {
  readonly hash: string;
}

const sha256 = (value: unknown): string => sha256Hex(canonicalJson(value));

/** Hashed apart from the rest, with salt, so that words could be erased one day and the chain would still hold. */
export const contentHashOf = ({ salt, content, imageSha256 }: MessageWords): string =>
  sha256({ salt, content, imageSha256 });

/** Who said it, when, in which place, after what. */
export const hashOf = ({
  roomId,
  seq,
  messageId,
  senderId,
  role,
  at,
  contentHash,
  prevHash,
}: ChainLink): string => sha256({ roomId, seq, messageId, senderId, role, at, contentHash, prevHash });

/** `seq` is where the chain breaks, `why` what does not fit there. */
export type ChainVerdict =
  | { readonly intact: true; readonly messages: number; readonly lastHash: string }
  | { readonly intact: false; readonly seq: number; readonly why: 'order' | 'content' | 'link' | 'hash' };

/**
 * Whether these are all messages of a room from its first one on, none changed, left out, added or moved. Pure. A cut
 * at the end shows only against a `lastHash` that was kept elsewhere (the room's row, a case file). `before` is what
 * precedes the first message given, so that what is known is not verified again.
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
