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

const entries = `
  select sequence::text, content::text, prev_hash, hash from app.audit_log
  where sequence > $1 order by audit_log.sequence limit $2`;

/** The chain starts at 1: an entry before it was inserted by SQL. At most 100 are named. */
const entriesBeforeFirst =
  'select sequence::text from app.audit_log where sequence < 1 order by sequence limit 100';

/** SHA-256, hex, over the previous hash, the number and the entry as stored, one line each. */
const auditHash = (before: string, sequence: number, content: string): string =>
  hash('sha256', `${before}\n${sequence}\n${content}`);

export interface AuditVerification {
  readonly entries: number;
  /** Entries about events, and of payout changes approved by the only admin. */
  readonly naming: readonly NamingEntry[];
  readonly findings: readonly Finding[];
}

/** Verifies the audit log's chain, and that its signed ends are unchanged. */
export async function verifyAuditLog(
  pool: pg.Pool,
  checkpoints: readonly CheckpointStatement[],
): Promise<AuditVerification> {
  const check = new AuditCheck(checkpoints);
  if (await hasTables(pool, 'app.audit_log')) {
    const { rows } = await pool.query<Pick<Row, 'sequence'>>(entriesBeforeFirst);
    for (const { sequence } of rows) check.beforeFirst(sequence);
    for await (const row of rowsInPages<Row>(pool, entries, '0', ({ sequence }) => sequence))
      check.entry(row);
  }
  return check.end();
}

class AuditCheck {
  readonly #findings: Finding[] = [];
  readonly #naming: NamingEntry[] = [];
  readonly #signed: Map<number, CheckpointStatement>;
  #before = { sequence: 0, hash: '' };

  constructor(checkpoints: readonly CheckpointStatement[]) {
    const signed = checkpoints.filter(({ audit }) => audit.sequence > 0);
    this.#signed = new Map(signed.map((statement) => [statement.audit.sequence, statement]));
  }

  beforeFirst(sequence: string): void {
    this.#found(sequence, 'stands before the first one');
  }

  entry(row: Row): void {
    const sequence = Number(row.sequence);
    const { hash: before } = this.#before;
    if (sequence !== this.#before.sequence + 1) this.#found(sequence, 'does not follow the one before it');
    else if (row.prev_hash !== before) this.#found(sequence, 'does not continue the chain');
    else if (row.hash !== auditHash(before, sequence, row.content)) this.#found(sequence, 'was changed');
    const naming = namingOf(row.content);
    if (naming.eventIds.length > 0 || naming.aloneAt !== undefined) this.#naming.push(naming);
    const signed = this.#signed.get(sequence);
    this.#signed.delete(sequence);
    if (signed !== undefined && signed.audit.hash !== row.hash)
      this.#found(sequence, `is not the one that checkpoint ${signed.sequence} was signed over`);
    // Continues from the stored hash: one change is one finding.
    this.#before = { sequence, hash: row.hash };
  }

  end(): AuditVerification {
    const [lost] = [...this.#signed.values()].sort((a, b) => a.sequence - b.sequence);
    if (lost !== undefined)
      this.#findings.push({
        check: 'audit',
        what: `the audit log was cut: it ends at entry ${this.#before.sequence}, and checkpoint ${lost.sequence} was signed over ${lost.audit.sequence}`,
      });
    return { entries: this.#before.sequence, naming: this.#naming, findings: this.#findings };
  }

  #found(sequence: number | string, what: string): void {
    this.#findings.push({ check: 'audit', what: `entry ${sequence} of the audit log ${what}` });
  }
}

/**
 * The events that an entry's action appended. Other entries may have an event as their subject: the end of a report.
 */
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
  return {
    actorId: actorId ?? null,
    eventIds: [action === 'price-set' ? subjectId : null, ...events].filter(isEventId),
    aloneAt: action === 'payout-change-approved' && reason === noSecondAdmin ? String(at) : undefined,
  };
}
