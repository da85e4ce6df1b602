import type pg from 'pg';
import type { SealedRows } from '../../proof/sealed-rows/sealed-rows.ts';
import type { AppendDependencies } from '../commands/append-command.ts';
import type { OrderOwners } from './order-owners.ts';

export interface OrderDependencies extends AppendDependencies {
  readonly pool: pg.Pool;
  readonly owners: OrderOwners;
  readonly sealedRows: Pick<SealedRows, 'entryOf'>;
}
