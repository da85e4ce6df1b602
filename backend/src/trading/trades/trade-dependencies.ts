import type pg from 'pg';
import type { AppendDependencies } from '../commands/append-command.ts';
import type { TradeProcess } from './trade-process.ts';

/** What the calls about matches work with. */
export interface TradeDependencies extends AppendDependencies {
  readonly process: TradeProcess;
  /** Where the process manager keeps what it follows. */
  readonly pool: pg.Pool;
}
