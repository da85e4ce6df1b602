import { z } from 'zod';

export const payoutSchema = z.object({
  bankName: z.string(),
  bankAccount: z.string(),
  tetherAddress: z.string(),
});
/** A member's bank account and wallet. */
export type Payout = z.output<typeof payoutSchema>;

/** Stands in for an earlier value that cannot be decrypted any more. */
export const unreadablePayout: Payout = { bankName: '', bankAccount: '', tetherAddress: '' };

export const payoutOf = (row: {
  readonly bank_name: string;
  readonly bank_account: string;
  readonly tether_address: string;
}): Payout => ({ bankName: row.bank_name, bankAccount: row.bank_account, tetherAddress: row.tether_address });

export const payoutFields = ['bankName', 'bankAccount', 'tetherAddress'] as const;

export const isSamePayout = (a: Payout, b: Payout): boolean =>
  payoutFields.every((field) => a[field] === b[field]);
