import type { MemberId } from '@matgyo/contracts/ids';
import type { Generated } from 'kysely';
import type { Moment } from '../database/tables.ts';

/** `app.images`: images kept in the data folder, each re-encoded as JPEG. */
export interface ImagesTable {
  /** 32 random hex characters, not guessable; also the file's name. */
  id: string;
  /** Whose ID photo it is; null while no form has claimed it, and in a chat. */
  member_id: MemberId | null;
  bytes: number;
  width: number;
  height: number;
  /** Of the file, hex. */
  sha256: string;
  created_at: Moment;
  /** Of an image of a chat: its room, who put it there, and the message that has it (null: none yet). */
  room_id: Generated<string | null>;
  uploader_id: Generated<MemberId | null>;
  message_id: Generated<string | null>;
  /** Of an image of a case: the hash of the statement that has it. */
  statement_hash: Generated<string | null>;
}

declare module '../database/tables.ts' {
  interface Tables {
    'app.images': ImagesTable;
  }
}
