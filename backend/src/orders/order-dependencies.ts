import type { CommandDependencies } from '../commands/ledger-command.ts';
import type { Ledger } from '../ledger/execute-on-stream.ts';
import type { Accounts } from '../members/account.ts';

/** What the calls about orders work with. */
export interface OrderDependencies extends CommandDependencies {
  readonly ledger: Ledger;
  readonly accounts: Accounts;
}
