import type { SignedCheckpoint } from '@matgyo/contracts/proofs';
import type { EventLog, Position } from '@matgyo/event-store/event-log';
import type { Database } from '../../platform/database/tables.ts';
import { assignReportCheckpoint, checkpointOfReport, newestCheckpoint } from './checkpoint-store.ts';

export interface ReportCheckpointSources {
  readonly db: Database;
  readonly log: EventLog;
  /** Signs a checkpoint that covers the position. */
  readonly signUpTo: (position: Position) => Promise<SignedCheckpoint>;
}

/** A report's last event; its position is looked up if it is not known. */
export interface ReportEnd {
  readonly eventId: string;
  readonly position?: Position | undefined;
}

/** The checkpoint assigned to reports up to an event: the first call assigns one that covers it. */
export async function reportCheckpoint(
  { db, log, signUpTo }: ReportCheckpointSources,
  { eventId, position }: ReportEnd,
): Promise<SignedCheckpoint> {
  const assigned = await checkpointOfReport(db, eventId);
  if (assigned !== undefined) return { statement: assigned.statement, signature: assigned.signature };
  const end = position ?? (await positionOf(log, eventId));
  const newest = await newestCheckpoint(db);
  const covers =
    newest !== undefined && end <= (newest.position ?? (await positionOf(log, newest.statement.eventId)));
  const { statement } = covers ? newest : await signUpTo(end);
  await assignReportCheckpoint(db, eventId, statement.sequence);
  // A report up to the same event may have been assigned another one meanwhile.
  const decided = await checkpointOfReport(db, eventId);
  if (decided === undefined) throw new Error('the checkpoint assigned to a report is missing');
  return { statement: decided.statement, signature: decided.signature };
}

async function positionOf(log: EventLog, eventId: string): Promise<Position> {
  const position = await log.positionOf(eventId);
  if (position === undefined) throw new Error(`the log does not hold event ${eventId}`);
  return position;
}
