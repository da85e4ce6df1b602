import type { MemberId } from '@matgyo/contracts/ids';
import type { Database } from '../../platform/database/tables.ts';

/** Where a member takes won and USDT. An account made at the first start has neither: its fields are empty. */
export async function paymentMethodsOf(db: Database, memberId: MemberId) {
  const row = await db
    .selectFrom('app.members')
    .select(['bank_name', 'bank_account', 'full_name', 'tether_address'])
    .where('id', '=', memberId)
    .executeTakeFirst();
  // The member's personal data was erased.
  if (row === undefined) return { bank: null, wallet: null };
  const { bank_name: bankName, bank_account: bankAccount, tether_address: tetherAddress } = row;
  return {
    bank: bankAccount === '' ? null : { bankName, bankAccount, accountHolder: row.full_name },
    wallet: tetherAddress === '' ? null : { network: 'Solana' as const, tetherAddress },
  };
}
