/** An account's status, in which inactive is either not activated yet or no longer active. */
export const accountStates = ['active', 'awaiting', 'deactivated'] as const;
export type AccountState = (typeof accountStates)[number];

/** `activatedAt`: when the account first became active. */
export function accountState(account: {
  readonly status: 'active' | 'inactive';
  readonly activatedAt: string | null;
}): AccountState {
  if (account.status === 'active') return 'active';
  return account.activatedAt === null ? 'awaiting' : 'deactivated';
}
