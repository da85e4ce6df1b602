import type { Migration } from 'kysely/migration';
import { chatMigrations } from '../../conversation/chat/tables.ts';
import { inquiryMigrations } from '../../conversation/inquiries/tables.ts';
import { notificationMigrations } from '../../conversation/notifications/tables.ts';
import { memberMigrations } from '../../identity/members/tables.ts';
import { oneTimeCodeMigrations } from '../../identity/one-time-codes/tables.ts';
import { passkeyMigrations } from '../../identity/passkeys/tables.ts';
import { secondFactorMigrations } from '../../identity/second-factor/tables.ts';
import { sessionMigrations } from '../../identity/sessions/tables.ts';
import { auditMigrations } from '../../proof/audit/tables.ts';
import { checkpointMigrations } from '../../proof/checkpoints/tables.ts';
import { orderMigrations } from '../../trading/orders/order-wallets.ts';
import { statementMigrations } from '../../trading/statements/statement-tables.ts';
import { signatureMigrations } from '../../trading/trades/transaction-signatures.ts';
import { commandMigrations } from '../commands/command-tables.ts';
import { imageMigrations } from '../images/tables.ts';
import { realtimeMigrations } from '../realtime/migrations.ts';

/**
 * Forward only, by name. Members are 0100 to 0199, orders and commands 0200 to 0299, chat and sockets 0300 to 0319,
 * proof 0320 to 0329. A released migration is never changed.
 *
 * Ledger ids are `collate "C"`, as in the read models: an index serves a join only between columns of one collation.
 */
export const migrations: Readonly<Record<string, Migration>> = {
  ...memberMigrations,
  ...sessionMigrations,
  ...secondFactorMigrations,
  ...passkeyMigrations,
  ...oneTimeCodeMigrations,
  ...imageMigrations,
  ...inquiryMigrations,
  ...commandMigrations,
  ...orderMigrations,
  ...signatureMigrations,
  ...notificationMigrations,
  ...auditMigrations,
  ...checkpointMigrations,
  ...chatMigrations,
  ...statementMigrations,
  ...realtimeMigrations,
};
