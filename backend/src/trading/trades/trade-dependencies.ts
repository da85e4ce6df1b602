import type { Level } from '@matgyo/contracts/levels';
import type { PayoutChanges } from '../../identity/members/payout-changes.ts';
import type { RequireStepUp } from '../../identity/sessions/step-up.ts';
import type { AppendDependencies } from '../../platform/commands/append-command.ts';
import type { Shared } from '../../shared.ts';
import type { SolanaNode } from './solana-transfers.ts';
import type { TradeProcess } from './trade-process.ts';

export interface TradeDependencies extends AppendDependencies, Pick<Shared, 'images' | 'pool'> {
  readonly payoutChanges: PayoutChanges;
  readonly process: TradeProcess;
  readonly requireStepUp: RequireStepUp;
  /** Whether an unpaid trade is cancelled after the time for it. */
  readonly cancelsUnpaidTrades: boolean;
  readonly levels: readonly Level[];
  /** Undefined: transactions are not checked. */
  readonly solana: SolanaNode | undefined;
}
