import type { MemberId } from '@matgyo/contracts/ids';
import type { Timestamp } from '../../platform/database/tables.ts';

/** `app.passkeys`: each signs its member in. */
export interface PasskeysTable {
  id: string;
  member_id: MemberId;
  /** The authenticator's name for it, base64url. */
  credential_id: string;
  /** COSE, base64url. */
  public_key: string;
  /** The authenticator's signature counter; a copied authenticator shows a lower one. */
  counter: string | number;
  name: string;
  created_at: Timestamp;
  last_used_at: Date | null;
}

declare module '../../platform/database/tables.ts' {
  interface Tables {
    'app.passkeys': PasskeysTable;
  }
}
