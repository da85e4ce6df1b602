import type { EventLog } from '@matgyo/event-store/event-log';
import type pg from 'pg';
import type { CodeBudget } from '../../identity/one-time-codes/code-budget.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { Checkpoints } from '../../proof/checkpoints/checkpoints.ts';
import type { ReplayProcesses } from './replay-processes.ts';

export interface OperationDependencies {
  readonly db: Database;
  readonly pool: pg.Pool;
  readonly log: EventLog;
  readonly checkpoints: Pick<Checkpoints, 'refusal'>;
  readonly codeBudget: Pick<CodeBudget, 'alarms'>;
  readonly processes: ReplayProcesses;
}
