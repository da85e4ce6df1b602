import type { ReadModelTables } from '@matgyo/projections/tables';
import type { Kysely } from 'kysely';
import type { ChatTables } from '../../conversation/chat/tables.ts';
import type { InquiryTables } from '../../conversation/inquiries/tables.ts';
import type { NotificationTables } from '../../conversation/notifications/tables.ts';
import type { MemberTables } from '../../identity/members/tables.ts';
import type { OneTimeCodeTables } from '../../identity/one-time-codes/tables.ts';
import type { SessionTables } from '../../identity/sessions/tables.ts';
import type { AuditTables } from '../../proof/audit/tables.ts';
import type { CheckpointTables } from '../../proof/checkpoints/tables.ts';
import type { CaseTables } from '../../trading/cases/case-tables.ts';
import type { CommandTables } from '../../trading/commands/command-tables.ts';
import type { OrderTables } from '../../trading/orders/order-wallets.ts';
import type { SignatureTables } from '../../trading/trades/transaction-signatures.ts';
import type { ImageTables } from '../images/tables.ts';

/** Every table the backend reads. Its own are in the schema `app`; read models are read-only here. */
export type Tables = ReadModelTables &
  MemberTables &
  SessionTables &
  OneTimeCodeTables &
  ImageTables &
  InquiryTables &
  NotificationTables &
  CommandTables &
  OrderTables &
  SignatureTables &
  CaseTables &
  AuditTables &
  CheckpointTables &
  ChatTables;

export type Database = Kysely<Tables>;
