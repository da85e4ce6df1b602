import type { Generated } from 'kysely';
import type { AccountsTable } from './read-models/accounts/tables.ts';
import type { FeesTable } from './read-models/fees/tables.ts';
import type { HeadsTable } from './read-models/heads/tables.ts';
import type { LinesTable } from './read-models/journal/tables.ts';
import type { EventsTable, MinutesTable } from './read-models/moments/tables.ts';
import type { NotificationsTable, ToldAdminsTable } from './read-models/notifications/tables.ts';
import type { CodesTable, OrdersTable } from './read-models/orders/tables.ts';
import type { PricesTable } from './read-models/prices/tables.ts';
import type { DaysTable } from './read-models/stats/tables.ts';
import type { MatchedOrdersTable, TradesTable } from './read-models/trades/tables.ts';
import type { EntriesTable } from './read-models/trail/tables.ts';
import type { Timestamp } from './table-shape.ts';

/** In the order in which the runner leads them. */
export const readModelNames = [
  'accounts',
  'orders',
  'trades',
  'prices',
  'trail',
  'stats',
  'fees',
  'journal',
  'moments',
  'notifications',
  'heads',
] as const;
export type ReadModelName = (typeof readModelNames)[number];

/** `read_<name>.checkpoint`: how far the read model's tables are. One row. */
export interface CheckpointTable {
  singleton: Generated<boolean>;
  /** Of the last event folded into the tables; '' before the first. */
  position: string;
  event_id: string | null;
  /** Of the code that wrote the tables. */
  version: number;
  updated_at: Timestamp;
  /** Set while the projection stands before an event it cannot apply. */
  halted_at: Timestamp | null;
  halted_reason: string | null;
  halted_event_id: string | null;
  /** Names this build of the tables; another one after a rebuild. */
  build: string;
}

/** `projections.changes`: what a projection changed, written with it. Kept for an hour at most. */
export interface ChangesTable {
  /** Grows in the order of commits within one projection, not across them. */
  seq: Generated<string>;
  projection: ReadModelName;
  at: Generated<Timestamp>;
  keys: string[];
}

type Checkpoints = { [Name in ReadModelName as `read_${Name}.checkpoint`]: CheckpointTable };

/** Every table the projections keep, as a kysely database. All of them are read-only to everybody else. */
export type ReadModelTables = Checkpoints & {
  'read_accounts.accounts': AccountsTable;
  'read_orders.orders': OrdersTable;
  'read_orders.codes': CodesTable;
  'read_trades.trades': TradesTable;
  'read_trades.matched_orders': MatchedOrdersTable;
  'read_prices.prices': PricesTable;
  'read_trail.entries': EntriesTable;
  'read_stats.days': DaysTable;
  'read_fees.fees': FeesTable;
  'read_journal.lines': LinesTable;
  'read_moments.minutes': MinutesTable;
  'read_moments.events': EventsTable;
  'read_notifications.notifications': NotificationsTable;
  'read_notifications.admins': ToldAdminsTable;
  'read_heads.heads': HeadsTable;
  'projections.changes': ChangesTable;
};
