import type { Migration } from 'kysely/migration';
import { auditMigrations } from '../audit/migrations.ts';
import { chatMigrations } from '../chat/migrations.ts';
import { checkpointMigrations } from '../checkpoints/migrations.ts';
import { commandMigrations } from '../commands/command-tables.ts';
import { imageMigrations } from '../images/migrations.ts';
import { inquiryMigrations } from '../inquiries/migrations.ts';
import { memberMigrations } from '../members/migrations.ts';
import { notificationMigrations } from '../notifications/migrations.ts';
import { oneTimeCodeMigrations } from '../one-time-codes/migrations.ts';
import { orderMigrations } from '../orders/order-wallets.ts';
import { realtimeMigrations } from '../realtime/migrations.ts';
import { sessionMigrations } from '../sessions/migrations.ts';

/**
 * Forward only, by name. People are 0100 to 0199, orders and commands 0200 to 0299, chat and sockets 0300 to 0319, proof 0320 to 0329; a migration that was ever
 * released is never changed.
 *
 * Columns with ids of the ledger are `collate "C"`, as in the read models: an index serves a join only between
 * columns of one collation.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  ...memberMigrations,
  ...sessionMigrations,
  ...oneTimeCodeMigrations,
  ...imageMigrations,
  ...inquiryMigrations,
  ...commandMigrations,
  ...orderMigrations,
  ...notificationMigrations,
  ...auditMigrations,
  ...checkpointMigrations,
  ...chatMigrations,
  ...realtimeMigrations,
};
