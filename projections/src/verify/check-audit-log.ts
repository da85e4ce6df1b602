import { hash } from 'node:crypto';
import { noSecondAdmin } from '@matgyo/contracts/approvals';
import type { CheckpointStatement } from '@matgyo/contracts/proofs';
import { isEventId } from '@matgyo/event-store/append-limits';
import type pg from 'pg';
import { hasTables } from '../stored-rows.ts';
import type { NamingEntry } from './check-staff.ts';
import type { Finding } from './finding.ts';
import { rowsInPages } from './rows-in-pages.ts';

interface Row {
  readonly sequence: string;
  readonly content: string;
  readonly prev_hash: string;
  readonly hash: string;
}

const select = 'select sequence::text, content::text, prev_hash, hash from app.audit_log';
const entries = `${select} where sequence > $1 order by audit_log.sequence limit $2`;

/** The chain starts at 1: an entry before it was inserted by SQL. At most 100 are named. */
const entriesBeforeFirst = `${select} where sequence < 1 order by audit_log.sequence limit 100`;

/** SHA-256, hex, over the previous hash, the number and the entry as stored, one line each. */
const auditHash = (before: string, sequence: string, content: string): string =>
  hash('sha256', `${before}\n${sequence}\n${content}`);

/** Verifies the audit log's chain, and that its signed ends are unchanged. */
export async function verifyAuditLog(pool: pg.Pool, checkpoints: readonly CheckpointStatement[]) {
  const findings: Finding[] = [];
  /** Entries about events, and of payout changes approved by the only admin. */
  const naming: NamingEntry[] = [];
  const found = (what: string) => findings.push({ check: 'audit', what });
  const signed = new Map(checkpoints.map((statement) => [statement.audit.sequence, statement]));
  // Signed before the first entry.
  signed.delete(0);
  let before = { sequence: 0, hash: '' };
  for await (const row of storedEntries(pool)) {
    const sequence = Number(row.sequence);
    const fault = sequence < 1 ? 'stands before the first one' : faultOf(row, before);
    if (fault !== undefined) found(`entry ${row.sequence} of the audit log ${fault}`);
    if (sequence < 1) continue;
    const named = namingOf(row.content);
    if (named.eventIds.length > 0 || named.aloneAt !== undefined) naming.push(named);
    const checkpoint = signed.get(sequence);
    signed.delete(sequence);
    if (checkpoint !== undefined && checkpoint.audit.hash !== row.hash)
      found(
        `entry ${sequence} of the audit log is not the one that checkpoint ${checkpoint.sequence} was signed over`,
      );
    // Continues from the stored hash: one change is one finding.
    before = { sequence, hash: row.hash };
  }
  const [lost] = [...signed.values()].sort((a, b) => a.sequence - b.sequence);
  if (lost !== undefined)
    found(
      `the audit log was cut: it ends at entry ${before.sequence}, and checkpoint ${lost.sequence} was signed over ${lost.audit.sequence}`,
    );
  return { entries: before.sequence, naming, findings };
}

async function* storedEntries(pool: pg.Pool): AsyncGenerator<Row, void, undefined> {
  if (!(await hasTables(pool, 'app.audit_log'))) return;
  yield* (await pool.query<Row>(entriesBeforeFirst)).rows;
  yield* rowsInPages<Row>(pool, entries, '0', ({ sequence }) => sequence);
}

function faultOf(
  { sequence, content, prev_hash, hash: storedHash }: Row,
  before: { readonly sequence: number; readonly hash: string },
): string | undefined {
  if (Number(sequence) !== before.sequence + 1) return 'does not follow the one before it';
  if (prev_hash !== before.hash) return 'does not continue the chain';
  return storedHash === auditHash(before.hash, sequence, content) ? undefined : 'was changed';
}

/** The events that an entry's action appended. Other entries may have an event as subject: the end of a report. */
function namingOf(content: string): NamingEntry {
  const { action, actorId, subjectId, details, reason, at } = JSON.parse(content) as {
    readonly action?: unknown;
    readonly actorId?: string | null;
    readonly subjectId?: unknown;
    readonly reason?: unknown;
    readonly at?: unknown;
    readonly details?: { readonly events?: unknown } | null;
  };
  const events = Array.isArray(details?.events) ? details.events : [];
  const isAlone = action === 'payout-change-approved' && reason === noSecondAdmin;
  return {
    actorId: actorId ?? null,
    eventIds: [action === 'price-set' ? subjectId : null, ...events].filter(isEventId),
    aloneAt: isAlone ? (typeof at === 'string' ? at : '') : undefined,
  };
}
