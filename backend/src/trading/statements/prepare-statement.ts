import { randomBytes } from 'node:crypto';
import type { CaseId, MemberId, TradeId } from '@matgyo/contracts/ids';
import { statementHash } from '@matgyo/ledger/proof/case-file';
import type { CommandContext } from '../../platform/commands/ledger-command.ts';
import type { UploadedFile } from '../../platform/http/handler.ts';
import type { Shared } from '../../shared.ts';

export type StatementDependencies = Pick<Shared, 'db' | 'images' | 'limits'>;

/** What a statement belongs to: a case, or a payment whose parties may then see it. Neither: a reversal's grounds. */
export interface StatementSubject {
  readonly caseId?: CaseId | null;
  readonly paymentOf?: TradeId;
}

interface WrittenStatement {
  readonly authorId: MemberId;
  readonly text: string;
  readonly file?: UploadedFile | undefined;
}

export interface Statement {
  readonly hash: string;
  /** Writes the rows with the events. `stream`: the stream that will contain the hash. */
  writeTo(alsoWrite: CommandContext['alsoWrite'], about: StatementSubject, stream: string): Promise<void>;
}

/** Stores the image, if any; without its statement it is swept after an hour. Throws IMAGE_INVALID. */
export async function prepareStatement(
  deps: StatementDependencies,
  by: WrittenStatement,
): Promise<Statement> {
  const image = by.file === undefined ? undefined : await storeImage(deps, by.authorId, by.file);
  const statement = {
    text: by.text,
    salt: randomBytes(16).toString('hex'),
    imageSha256: image?.sha256 ?? null,
  };
  const digest = statementHash(statement);
  return {
    hash: digest,
    async writeTo(alsoWrite, { caseId = null, paymentOf = null }, stream) {
      await alsoWrite({
        text: `insert into app.case_statements (hash, case_id, author_id, content, salt, image_id, image_sha256, stream, payment_of)
          values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (hash) do nothing`,
        values: [
          ...[digest, caseId, by.authorId, statement.text, statement.salt],
          ...[image?.id ?? null, statement.imageSha256, stream, paymentOf],
        ],
      });
      if (image === undefined) return;
      const text = 'update app.images set statement_hash = $1 where id = $2';
      await alsoWrite({ text, values: [digest, image.id] });
    },
  };
}

/**
 * Decides with the hash of a statement that is prepared only if the decision is not refused, and once, however often
 * it is taken again.
 */
export function statedOnce(deps: StatementDependencies, by: WrittenStatement) {
  let prepared: Promise<Statement> | undefined;
  return async <Decided>(decide: (hash: string) => Decided) => {
    decide('');
    prepared ??= prepareStatement(deps, by);
    const statement = await prepared;
    return { statement, decided: decide(statement.hash) };
  };
}

async function storeImage(
  { db, images, limits }: StatementDependencies,
  authorId: MemberId,
  file: UploadedFile,
): Promise<{ readonly id: string; readonly sha256: string }> {
  await limits.countChatImage(authorId);
  const id = await images.add(file.bytes, { memberId: authorId });
  return db.selectFrom('app.images').select(['id', 'sha256']).where('id', '=', id).executeTakeFirstOrThrow();
}
