import type { MemberId } from '@matgyo/contracts/ids';
import type { IdentityParts } from '../parts.ts';
import type { Payout } from './payout.ts';
import type { PayoutsAt } from './payout-change-rows.ts';

export type PaymentMethodDependencies = Pick<IdentityParts, 'db' | 'payoutChanges'>;

/** How a member is paid; empty if personal data was erased. */
const nothing = { bank: null, wallet: null };

type Dependencies = Pick<PaymentMethodDependencies, 'payoutChanges'>;

/**
 * A member's bank account and wallet in use at `at` (default: now), for those who pay them. A change takes effect later
 * (`PayoutChanges`), and a trade keeps what its parties had when matched. An account created at the first start has
 * neither: its fields are empty. `next` is a pending change.
 *
 * @throws RequestFailure RECORD_MISMATCH
 */
export const paymentMethodsOf = async ({ payoutChanges }: Dependencies, memberId: MemberId, at?: Date) =>
  methodsIn(await payoutChanges.toPay(memberId, at));

/** The same for the member, who has to see what was changed. */
export const ownPaymentMethods = async ({ payoutChanges }: Dependencies, memberId: MemberId) =>
  methodsIn((await payoutChanges.at([memberId])).get(memberId));

function methodsIn(found: PayoutsAt | undefined) {
  if (found === undefined) return { ...nothing, next: null };
  const { inUse, next, accountHolder } = found;
  return {
    ...(inUse === null ? nothing : shown(inUse, accountHolder)),
    next: next && {
      ...shown(next.payout, accountHolder),
      id: next.id,
      from: next.effectiveAt?.toISOString() ?? null,
    },
  };
}

const shown = ({ bankName, bankAccount, tetherAddress }: Payout, accountHolder: string) => ({
  bank: bankAccount === '' ? null : { bankName, bankAccount, accountHolder },
  wallet: tetherAddress === '' ? null : { network: 'Solana' as const, tetherAddress },
});
