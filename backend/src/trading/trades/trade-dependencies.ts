import type pg from 'pg';
import type { CommandDependencies } from '../commands/ledger-command.ts';
import type { TradeProcess } from './trade-process.ts';

/** What the calls about matches work with. */
export interface TradeDependencies extends CommandDependencies {
  readonly process: TradeProcess;
  /** Where the process manager keeps what it follows. */
  readonly pool: pg.Pool;
}
