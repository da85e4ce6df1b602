/** The accounts of the double-entry journal, and what they hold. */
export const journalAccounts = ['seller', 'buyer', 'platform'] as const;
export type JournalAccount = (typeof journalAccounts)[number];

export const currencies = ['USDT', 'KRW'] as const;
export type Currency = (typeof currencies)[number];
