import type pg from 'pg';
import type { KeptRows } from '../../proof/kept-rows/kept-rows.ts';
import type { AppendDependencies } from '../commands/append-command.ts';
import type { OrderOwners } from './order-owners.ts';

export interface OrderDependencies extends AppendDependencies {
  readonly pool: pg.Pool;
  readonly owners: OrderOwners;
  readonly kept: Pick<KeptRows, 'entryOf'>;
}
