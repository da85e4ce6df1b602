import type { MemberId } from '@matgyo/contracts/ids';
import type { Generated } from 'kysely';
import type { Timestamp } from '../database/tables.ts';

/** `app.images`: images in the data folder, re-encoded as JPEG. */
export interface ImagesTable {
  /** 32 random hex characters; also the file's name. */
  id: string;
  /** Whose ID photo it is; null in a chat, and until a form claims it. */
  member_id: MemberId | null;
  bytes: number;
  width: number;
  height: number;
  /** Of the file, hex. */
  sha256: string;
  created_at: Timestamp;
  /** For a chat image: room, uploader and message (null until sent). */
  room_id: Generated<string | null>;
  uploader_id: Generated<MemberId | null>;
  message_id: Generated<string | null>;
  /** For a case's image: the hash of its statement. */
  statement_hash: Generated<string | null>;
}

declare module '../database/tables.ts' {
  interface Tables {
    'app.images': ImagesTable;
  }
}
