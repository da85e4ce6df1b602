import type { AccountState } from '@matgyo/contracts/account-states';

/** The text of each account state. */
export const stateLabels = {
  active: 'account.active',
  awaiting: 'account.awaiting',
  deactivated: 'account.deactivated',
} as const satisfies Readonly<Record<AccountState, string>>;
