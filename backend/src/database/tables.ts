import type { ReadModelTables } from '@matgyo/projections/tables';
import type { Kysely } from 'kysely';
import type { AuditTables } from '../audit/tables.ts';
import type { ChatTables } from '../chat/tables.ts';
import type { CheckpointTables } from '../checkpoints/tables.ts';
import type { CommandTables } from '../commands/command-tables.ts';
import type { ImageTables } from '../images/tables.ts';
import type { InquiryTables } from '../inquiries/tables.ts';
import type { MemberTables } from '../members/tables.ts';
import type { NotificationTables } from '../notifications/tables.ts';
import type { OneTimeCodeTables } from '../one-time-codes/tables.ts';
import type { OrderTables } from '../orders/order-wallets.ts';
import type { SessionTables } from '../sessions/tables.ts';

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
  AuditTables &
  CheckpointTables &
  ChatTables;

export type Database = Kysely<Tables>;
