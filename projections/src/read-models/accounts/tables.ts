import type { MemberId } from '@matgyo/contracts/ids';
import { columnKinds, nullable, type TableShape, type Timestamp } from '../../table-shape.ts';

/** `read_accounts.accounts`: one row per registered member. */
export interface AccountsTable {
  member_id: MemberId;
  status: 'active' | 'inactive';
  admin: boolean;
  manager: boolean;
  /** The code given at sign-up, or its later replacement. */
  referral_code: string | null;
  /** The member's own code, which others give at sign-up. */
  invite_code: string;
  /** Revision of the member's stream. */
  revision: number;
  registered_at: Timestamp;
  updated_at: Timestamp;
}

const { text, boolean, revision, timestamp } = columnKinds;

export const accountsTable: TableShape<AccountsTable> = {
  name: 'accounts',
  columns: {
    member_id: text,
    status: text,
    admin: boolean,
    manager: boolean,
    referral_code: nullable(text),
    invite_code: text,
    revision,
    registered_at: timestamp,
    updated_at: timestamp,
  },
  key: ['member_id'],
  indexes: [
    '(registered_at desc, member_id desc)',
    '(referral_code, registered_at desc, member_id desc)',
    '(invite_code)',
    '(member_id) where admin',
  ],
};
