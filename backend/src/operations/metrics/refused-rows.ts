import { Counter, type Registry } from 'prom-client';

/** Counts rows that were changed beside the program and therefore not used (`RowCheck`). */
export function countRefusedRows(registry: Registry): (table: string) => void {
  const rows = new Counter({
    name: 'changed_rows_refused_total',
    help: 'Uses of rows that were refused because the rows had been changed beside the program, by table',
    labelNames: ['table'],
    registers: [registry],
  });
  return (table) => rows.inc({ table });
}
