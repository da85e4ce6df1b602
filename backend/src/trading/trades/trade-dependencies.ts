import type { Level } from '@matgyo/contracts/levels';
import type pg from 'pg';
import type { PayoutChanges } from '../../identity/members/payout-changes.ts';
import type { AppendDependencies } from '../commands/append-command.ts';
import type { SolanaNode } from './solana-transfers.ts';
import type { TradeProcess } from './trade-process.ts';

/** What the calls about matches work with. */
export interface TradeDependencies extends AppendDependencies {
  readonly payoutChanges: PayoutChanges;
  readonly process: TradeProcess;
  /** How long a party has for a step. */
  readonly paymentWindowMinutes: number;
  /** Whether a trade is cancelled when no won were sent in that time. */
  readonly cancelsUnpaidTrades: boolean;
  readonly levels: readonly Level[];
  /** Undefined: transactions are not looked up. */
  readonly solana: SolanaNode | undefined;
  /** Where the process manager keeps what it follows. */
  readonly pool: pg.Pool;
}
