import type { EventLog, RecordedEvent } from '@matgyo/event-store/event-log';
import { sql } from 'kysely';
import { forEachSequentially } from '../../platform/background.ts';
import type { Command } from '../../platform/commands/execute-on-stream.ts';
import type { Database, Tables } from '../../platform/database/tables.ts';
import { type AuditEntry, recordAudit } from './audit-log.ts';

/** An action of staff or the operator that appends to a stream and has an entry in the audit log. */
export interface LedgerAction {
  readonly action: Tables['app.ledger_acts']['action'];
  readonly command: Pick<Command, 'commandId'>;
  /** The only stream that the action appends to. */
  readonly stream: string;
  readonly actor: AuditEntry['actor'];
  readonly requestId: string;
}

/** Longer than any call. An action without an entry by then had a process that died, or an audit log that failed. */
const leftOver = sql<Date>`now() + interval '1 minute'`;

/**
 * Records, before anything is appended, that an action needs an audit entry: the event and its entry are in two places,
 * and a process may die between them. Call it outside a transaction.
 */
export async function noteLedgerAction(db: Database, ledgerAction: LedgerAction): Promise<void> {
  await noteOf(db, ledgerAction).execute();
}

export const noteOf = (db: Database, ledgerAction: LedgerAction) =>
  db
    .insertInto('app.ledger_acts')
    .values({ ...rowOf(ledgerAction), look_after: leftOver })
    // A repeat restarts the period.
    .onConflict((conflict) => conflict.column('command_id').doUpdateSet({ look_after: leftOver }));

const rowOf = ({ action, command, stream, actor, requestId }: LedgerAction) => ({
  command_id: command.commandId,
  action,
  stream,
  actor: JSON.stringify(actor && { memberId: actor.memberId, admin: actor.admin, manager: actor.manager }),
  request_id: requestId,
});

/**
 * Whether the caller has to write the entry for an action's events, in the transaction of `db`: once for each action,
 * by the first caller.
 */
export async function claimLedgerAction(db: Database, ledgerAction: LedgerAction): Promise<boolean> {
  const claimed = await db
    .insertInto('app.ledger_acts')
    .values({ ...rowOf(ledgerAction), look_after: leftOver, recorded_at: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict
        .column('command_id')
        .doUpdateSet({ recorded_at: sql<Date>`now()` })
        .where('app.ledger_acts.recorded_at', 'is', null),
    )
    .returning('command_id')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Writes the entry of an action that consists only of its events; false: it exists. `at`: if not now. */
export async function recordLedgerAction(
  db: Database,
  ledgerAction: LedgerAction,
  events: readonly RecordedEvent[],
  at?: Date,
): Promise<boolean> {
  const { action, stream, actor, requestId } = ledgerAction;
  return db.transaction().execute(async (trx) => {
    const isFirst = await claimLedgerAction(trx, ledgerAction);
    if (isFirst)
      await recordAudit(trx, { action, actor, requestId, ...entryDetails[action](events, stream) }, at);
    return isFirst;
  });
}

/** What an entry contains of the events, besides the actor. */
const entryDetails: Record<
  LedgerAction['action'],
  (events: readonly RecordedEvent[], stream: string) => Pick<AuditEntry, 'subjectId' | 'details'>
> = {
  'price-set': (events) => ({ subjectId: events.at(-1)?.id ?? null }),
  'member-edited': (events, stream) => ({
    subjectId: stream.slice('member-'.length),
    details: { fields: events.map(changedField), events: events.map(({ id }) => id) },
  }),
};

export function changedField({ type, data }: RecordedEvent): string {
  if (type === 'ReferralCodeChanged') return 'referral_code';
  return type === 'RoleGranted' || type === 'RoleRevoked' ? String(data['role']) : 'status';
}

const batchSizeMax = 200;

/**
 * Writes missing entries: for actions noted a while ago, the log shows which happened. The notes of the others are
 * deleted. Returns the number of entries written.
 */
export async function completeLedgerActions(db: Database, log: EventLog): Promise<number> {
  const rows = await db
    .selectFrom('app.ledger_acts')
    .selectAll()
    .where('recorded_at', 'is', null)
    .where('look_after', '<', sql<Date>`now()`)
    .orderBy('look_after')
    .limit(batchSizeMax)
    .execute();
  let written = 0;
  await forEachSequentially(rows, async (row) => {
    const { command_id: commandId, action, stream, actor, request_id: requestId } = row;
    const ledgerAction = { action, command: { commandId }, stream, actor, requestId };
    const found = await recordFromLog(db, log, ledgerAction, row.noted_at);
    if (found === 'no events') return forget(db, commandId);
    written += 1;
  });
  return written;
}

/** Writes the entry of an action noted at `since`, unless it exists or the log has no events of the action. */
export async function recordFromLog(
  db: Database,
  log: Pick<EventLog, 'readStream'>,
  ledgerAction: LedgerAction,
  since: Date,
): Promise<'written' | 'there' | 'no events'> {
  const events = await eventsOf(log, {
    commandId: ledgerAction.command.commandId,
    stream: ledgerAction.stream,
    since,
  });
  const last = events.at(-1);
  if (last === undefined) return 'no events';
  return (await recordLedgerAction(db, ledgerAction, events, new Date(last.metadata.at)))
    ? 'written'
    : 'there';
}

/** Unless the action was repeated since it was found. */
async function forget(db: Database, commandId: string): Promise<void> {
  await db
    .deleteFrom('app.ledger_acts')
    .where('command_id', '=', commandId)
    .where('recorded_at', 'is', null)
    .where('look_after', '<', sql<Date>`now()`)
    .execute();
}

const pageSize = 200;
/** Greater than any clock difference: an event that much older than the note was written before it. */
const surelyBeforeMs = 86_400_000;

/**
 * The events a command appended to a stream, read backwards only as far as they can be: the price's stream grows
 * without end.
 */
async function eventsOf(
  log: Pick<EventLog, 'readStream'>,
  { commandId, stream, since }: { readonly commandId: string; readonly stream: string; readonly since: Date },
): Promise<readonly RecordedEvent[]> {
  const found: RecordedEvent[] = [];
  const oldest = new Date(since.getTime() - surelyBeforeMs).toISOString();
  for (let from: number | undefined; from === undefined || from >= 0; ) {
    const start = from === undefined ? {} : { from };
    const page = await log.readStream(stream, { direction: 'backwards', limit: pageSize, ...start });
    found.push(...page.filter(({ metadata }) => metadata.commandId === commandId));
    const last = page.at(-1);
    if (last === undefined || last.metadata.at < oldest) break;
    from = last.revision - 1;
  }
  return found.reverse();
}
