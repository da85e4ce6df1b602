import type { Level } from '@matgyo/contracts/levels';
import type pg from 'pg';
import type { PayoutChanges } from '../../identity/members/payout-changes.ts';
import type { RequireStepUp } from '../../identity/sessions/step-up.ts';
import type { AppendDependencies } from '../../platform/commands/append-command.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';
import type { SolanaNode } from './solana-transfers.ts';
import type { TradeProcess } from './trade-process.ts';

export interface TradeDependencies extends AppendDependencies {
  readonly payoutChanges: PayoutChanges;
  readonly process: TradeProcess;
  readonly requireStepUp: RequireStepUp;
  /** Whether an unpaid trade is cancelled after the time for it. */
  readonly cancelsUnpaidTrades: boolean;
  readonly levels: readonly Level[];
  readonly images: Pick<ImageStore, 'add' | 'read'>;
  readonly limits: Pick<RateLimits, 'approvalsOf' | 'countChatImage' | 'keptRepliesOf'>;
  /** Undefined: transactions are not checked. */
  readonly solana: SolanaNode | undefined;
  /** Holds the process manager's tables. */
  readonly pool: pg.Pool;
}
