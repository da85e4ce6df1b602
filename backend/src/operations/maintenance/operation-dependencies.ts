import type { CodeBudget } from '../../identity/one-time-codes/code-budget.ts';
import type { Checkpoints } from '../../proof/checkpoints/checkpoints.ts';
import type { Shared } from '../../shared.ts';
import type { ReplayProcesses } from './replay-processes.ts';

export interface OperationDependencies extends Pick<Shared, 'db' | 'pool' | 'log'> {
  readonly checkpoints: Pick<Checkpoints, 'refusal'>;
  readonly codeBudget: Pick<CodeBudget, 'alarms'>;
  readonly processes: ReplayProcesses;
}
