import type { AccountsTable } from './read-models/accounts/tables.ts';
import type { ApprovalsTable } from './read-models/approvals/tables.ts';
import type { feesTable } from './read-models/fees/tables.ts';
import type { headsTable } from './read-models/heads/tables.ts';
import type { linesTable } from './read-models/journal/tables.ts';
import type { eventsTable, minutesTable } from './read-models/moments/tables.ts';
import type { NotificationsTable, notifiedAdminsTable } from './read-models/notifications/tables.ts';
import type { CodesTable, OrdersTable, QueuesTable } from './read-models/orders/tables.ts';
import type { pricesTable } from './read-models/prices/tables.ts';
import type { DaysTable } from './read-models/stats/tables.ts';
import type {
  CasesTable,
  levelsTable,
  matchedOrdersTable,
  StandingsTable,
  TradesTable,
} from './read-models/trades/tables.ts';
import type { EntriesTable } from './read-models/trail/tables.ts';
import type { RowOf } from './table-shape.ts';

/**
 * The two groups of read models. The reply to a command waits until the group `awaited` shows it. The group `later` is
 * updated shortly after, and a request that reads it waits instead (docs/decisions/projections.md). The read models of
 * a group are written together and share one stored checkpoint, so a read model must not move to the other group.
 *
 * `moments` is the time index of the log, and `heads` the last event of every stream. Their names are stored as
 * schemas.
 */
export const readModelGroups = {
  awaited: ['accounts', 'orders', 'trades', 'prices', 'approvals'],
  later: ['trail', 'stats', 'fees', 'journal', 'moments', 'notifications', 'heads'],
} as const;
export type ReadModelGroup = keyof typeof readModelGroups;
export const readModelGroupNames = Object.keys(readModelGroups) as readonly ReadModelGroup[];

export type LaterReadModel = (typeof readModelGroups.later)[number];
export type ReadModelName = (typeof readModelGroups.awaited)[number] | LaterReadModel;
export const readModelNames: readonly ReadModelName[] = Object.values(readModelGroups).flat();

export const groupOf = (name: string): ReadModelGroup =>
  readModelGroups.awaited.some((awaited) => awaited === name) ? 'awaited' : 'later';

/** All tables of the projections, as a kysely database. All other code only reads them. */
export interface ReadModelTables {
  'read_accounts.accounts': AccountsTable;
  'read_orders.orders': OrdersTable;
  'read_orders.codes': CodesTable;
  'read_orders.queues': QueuesTable;
  'read_trades.trades': TradesTable;
  'read_trades.cases': CasesTable;
  'read_trades.matched_orders': RowOf<typeof matchedOrdersTable>;
  'read_trades.standings': StandingsTable;
  'read_trades.levels': RowOf<typeof levelsTable>;
  'read_prices.prices': RowOf<typeof pricesTable>;
  'read_approvals.approvals': ApprovalsTable;
  'read_trail.entries': EntriesTable;
  'read_stats.days': DaysTable;
  'read_fees.fees': RowOf<typeof feesTable>;
  'read_journal.lines': RowOf<typeof linesTable>;
  'read_moments.minutes': RowOf<typeof minutesTable>;
  'read_moments.events': RowOf<typeof eventsTable>;
  'read_notifications.notifications': NotificationsTable;
  'read_notifications.admins': RowOf<typeof notifiedAdminsTable>;
  'read_heads.heads': RowOf<typeof headsTable>;
}
