import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { statementHash } from '@matgyo/ledger/proof/case-file';
import type pg from 'pg';
import { hasTables } from '../stored-rows.ts';
import type { Finding } from './finding.ts';
import { rowsInPages } from './rows-in-pages.ts';

interface Row {
  readonly hash: string;
  readonly author_id: string;
  readonly case_id: string | null;
  readonly payment_of: string | null;
  /** Null: removed. Nothing in the program erases a text yet. */
  readonly content: string | null;
  readonly salt: string;
  readonly image_id: string | null;
  readonly image_sha256: string | null;
  /** Of the image that says it is this text's: any other would be swept. */
  readonly stored_image_sha256: string | null;
}

/** What an event says of its text. */
interface Named {
  readonly authorId: string;
  /** Undefined: the event names none, as for a reversal, which may follow from a case. */
  readonly caseId: unknown;
  readonly paymentOf: unknown;
}

/**
 * Compares the texts of cases, payments and reversals with the hashes in the events that name them, and their case,
 * payment and author with these events. A text that no event names is never shown.
 */
export class StatementCheck {
  /** By hash. */
  readonly #named = new Map<string, Named[]>();

  /** Call for each event of the log. */
  event({ type, data, metadata }: RecordedEvent): void {
    const action = (data['act'] ?? data) as RecordedEvent['data'];
    const ruling = (action['ruling'] ?? action) as RecordedEvent['data'];
    const hash = ruling['statement'] ?? ruling['grounds'] ?? ruling['evidence'];
    if (typeof hash !== 'string') return;
    const isPayment = type === 'PaymentSent';
    this.#named.set(hash, [
      ...(this.#named.get(hash) ?? []),
      {
        authorId: metadata.actorId,
        caseId: isPayment ? null : ruling['caseId'],
        paymentOf: isPayment ? data['tradeId'] : null,
      },
    ]);
  }

  /** Call after the last event. */
  async end(pool: pg.Pool): Promise<readonly Finding[]> {
    if (!(await hasTables(pool, 'app.case_statements'))) return [];
    const missing = new Set(this.#named.keys());
    const findings: Finding[] = [];
    for await (const row of rowsInPages<Row>(pool, statements, '', ({ hash }) => hash)) {
      // A row without its text is as good as none.
      if (row.content === null) continue;
      missing.delete(row.hash);
      if (this.#differs(row, row.content))
        findings.push(found(`the text ${row.hash} of a trade is not the one that its event names`));
    }
    for (const hash of missing) findings.push(found(`the text ${hash} that an event names was removed`));
    return findings;
  }

  #differs(row: Row, text: string): boolean {
    const { hash, salt, image_sha256: imageSha256 } = row;
    const named = this.#named.get(hash);
    if (named === undefined) return false;
    if (!named.some((event) => isOf(event, row)) || imageSha256 !== row.stored_image_sha256) return true;
    if ((row.image_id === null) !== (imageSha256 === null)) return true;
    return statementHash({ text, salt, imageSha256 }) !== hash;
  }
}

const isOf = ({ authorId, caseId, paymentOf }: Named, { author_id, case_id, payment_of }: Row): boolean =>
  authorId === author_id && (caseId === undefined || caseId === case_id) && paymentOf === payment_of;

const found = (what: string): Finding => ({ check: 'rows', what });

const statements = `
  select statement.hash, statement.author_id, statement.case_id, statement.payment_of, statement.content, statement.salt, statement.image_id, statement.image_sha256,
    image.sha256 as stored_image_sha256
  from app.case_statements statement left join app.images image on image.id = statement.image_id and image.statement_hash = statement.hash
  where statement.hash > $1 order by statement.hash limit $2`;
