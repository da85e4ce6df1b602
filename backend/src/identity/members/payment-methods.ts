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
  { payoutChanges }: Pick<PaymentMethodDependencies, 'payoutChanges'>,
  memberId: MemberId,
  at?: Date,
) {
  const found = (await payoutChanges.at([memberId], at)).get(memberId);
  if (found === undefined) return { ...nothing, next: null };
  const { inUse, next, accountHolder } = found;
  return {
    ...(inUse === null ? nothing : shown(inUse, accountHolder)),
    next: next && {
      ...shown(next.payout, accountHolder),
      ...{ id: next.id, from: next.effectiveAt?.toISOString() ?? null },
    },
  };
}

const shown = ({ bankName, bankAccount, tetherAddress }: Payout, accountHolder: string) => ({
  bank: bankAccount === '' ? null : { bankName, bankAccount, accountHolder },
  wallet: tetherAddress === '' ? null : { network: 'Solana' as const, tetherAddress },
});
