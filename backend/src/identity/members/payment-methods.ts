import type { MemberId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';
import type { Payout, PayoutChanges } from './payout-changes.ts';

export interface PaymentMethodDependencies {
  readonly db: Database;
  readonly payoutChanges: PayoutChanges;
}

/** How a member is paid; empty if personal data was erased. */
const nothing = { bank: null, wallet: null };

/**
 * A member's bank account and wallet in use at `at` (default: now). A change takes effect later (`PayoutChanges`), and a
 * trade keeps what its parties had when matched. An account created at the first start has neither: its fields are empty.
 * `next` is a pending change.
 */
export async function paymentMethodsOf(
  { db, payoutChanges }: PaymentMethodDependencies,
  memberId: MemberId,
  at?: Date,
) {
  const row = await db
    .selectFrom('app.members')
    .select([
      'bank_name as bankName',
      'bank_account as bankAccount',
      'full_name as accountHolder',
      'tether_address as tetherAddress',
    ])
    .where('id', '=', memberId)
    .executeTakeFirst();
  if (row === undefined) return { ...nothing, next: null };
  const newest = shown(row, row.accountHolder);
  const held = await payoutChanges.heldAt(memberId, at);
  if (held === undefined) return { ...newest, next: null };
  const inUse = held.before === null ? nothing : shown(held.before, row.accountHolder);
  return { ...inUse, next: { ...newest, id: held.id, from: held.effectiveAt?.toISOString() ?? null } };
}

const shown = ({ bankName, bankAccount, tetherAddress }: Payout, accountHolder: string) => ({
  bank: bankAccount === '' ? null : { bankName, bankAccount, accountHolder },
  wallet: tetherAddress === '' ? null : { network: 'Solana' as const, tetherAddress },
});
