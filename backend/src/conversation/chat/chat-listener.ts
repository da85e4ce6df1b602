import type { ChatRole, ChatRoomKind } from '@matgyo/contracts/endpoints/chat-views';
import type { MemberId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';

/** A message that is being stored, as far as others may have to know. */
export interface StoredMessage {
  readonly messageId: string;
  readonly roomId: string;
  readonly kind: ChatRoomKind;
  /** 1 is the first message of its room. */
  readonly seq: number;
  readonly senderId: MemberId;
  readonly role: ChatRole;
  /** The members who take part, the sender among them unless an admin; admins always may. */
  readonly members: readonly MemberId[];
}

/** Receives messages once they are stored. */
export interface ChatListener {
  /**
   * Called inside the transaction that stores the first message of a room: what it writes is there exactly if the message
   * is. What it gives back is called once the transaction is committed, and not at all if it is not.
   */
  first?(trx: Database, message: StoredMessage): Promise<(() => void) | undefined>;
  /** Called once a message is committed. */
  stored?(message: StoredMessage): void;
}
