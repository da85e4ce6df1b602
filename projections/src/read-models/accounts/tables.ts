import type { MemberId } from '@matgyo/contracts/ids';
import { columnKinds, nullable, type RowOf, tableShape } from '../../table-shape.ts';

const { text, boolean, revision, timestamp } = columnKinds;

/** `read_accounts.accounts`: one row per registered member. */
export const accountsTable = tableShape({
  name: 'accounts',
  columns: {
    member_id: text<MemberId>(),
    status: text<'active' | 'inactive'>(),
    admin: boolean(),
    manager: boolean(),
    /** The code given at sign-up, or its later replacement. */
    referral_code: nullable(text()),
    /** The member's own code, which others give at sign-up. */
    invite_code: text(),
    revision: revision(),
    registered_at: timestamp(),
    /** When it became active for the first time. */
    activated_at: nullable(timestamp()),
    updated_at: timestamp(),
  },
  key: ['member_id'],
  indexes: [
    "(registered_at) where status = 'inactive'",
    '(referral_code, registered_at desc, member_id desc)',
    // A code that is given in other letters than those known.
    '(lower(referral_code))',
    '(lower(invite_code))',
    '(member_id) where admin',
  ],
});
export type AccountsTable = RowOf<typeof accountsTable>;
