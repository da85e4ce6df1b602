import type { ChatRole, ChatRoomKind } from '@matgyo/contracts/endpoints/chat-views';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';

/** What listeners learn of a stored message. */
export interface StoredMessage {
  readonly messageId: string;
  readonly roomId: string;
  readonly kind: ChatRoomKind;
  /** 1 is the first message of its room. */
  readonly seq: number;
  readonly senderId: MemberId;
  readonly role: ChatRole;
  /** The members of the room. Includes the sender unless an admin; admins may enter every room. */
  readonly members: readonly MemberId[];
}

/** Receives messages once they are stored. */
export interface ChatListener {
  /** Called in the transaction that stores a room's first message. Its result is called after the commit. */
  first?(trx: Database, message: StoredMessage): Promise<(() => void) | undefined>;
  /** Called once a message is committed. */
  stored?(message: StoredMessage): void;
}
