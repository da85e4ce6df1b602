import type { Ledger } from '../commands/execute-on-stream.ts';
import type { CommandDependencies } from '../commands/ledger-command.ts';
import type { Accounts } from './account-facts.ts';

/** What the calls about orders work with. */
export interface OrderDependencies extends CommandDependencies {
  readonly ledger: Ledger;
  readonly accounts: Accounts;
}
