import { hash, randomBytes } from 'node:crypto';
import type { CaseId, MemberId } from '@matgyo/contracts/ids';
import type { CompanionStatement } from '@matgyo/event-store/event-log';
import { canonicalJson } from '@matgyo/ledger/proof/canonical-json';
import type { Database } from '../../platform/database/tables.ts';
import type { UploadedFile } from '../../platform/http/handler.ts';
import type { RateLimits } from '../../platform/http/rate-limits.ts';
import type { ImageStore } from '../../platform/images/image-store.ts';

export interface StatementDependencies {
  readonly db: Database;
  readonly images: Pick<ImageStore, 'add'>;
  readonly limits: Pick<RateLimits, 'chatImagesOf'>;
}

interface Said {
  readonly words: string;
  readonly salt: string;
  readonly imageSha256: string | null;
}

/** What an event says of a statement. The salt keeps a short text from being guessed by its hash. */
export const statementHash = ({ words, salt, imageSha256 }: Said): string =>
  hash('sha256', canonicalJson([salt, words, imageSha256]));

/** A statement that is going to be made: its hash, and the rows that belong to it. */
export interface Statement {
  readonly hash: string;
  /** `caseId`: null where it belongs to no case. `stream`: to which its hash is going to be appended. */
  rowsIn(caseId: CaseId | null, stream: string): readonly CompanionStatement[];
}

/** Keeps the image, if there is one; what comes of no statement is swept an hour later. Throws IMAGE_INVALID. */
export async function prepareStatement(
  { db, images, limits }: StatementDependencies,
  by: { readonly authorId: MemberId; readonly words: string; readonly file?: UploadedFile | undefined },
): Promise<Statement> {
  const image =
    by.file === undefined ? undefined : await keepImage({ db, images, limits }, by.authorId, by.file);
  const said = { words: by.words, salt: randomBytes(16).toString('hex'), imageSha256: image?.sha256 ?? null };
  const digest = statementHash(said);
  return {
    hash: digest,
    rowsIn: (caseId, stream) => [
      {
        text: `insert into app.case_statements (hash, case_id, author_id, content, salt, image_id, image_sha256, stream)
          values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (hash) do nothing`,
        values: [
          ...[digest, caseId, by.authorId, said.words, said.salt],
          ...[image?.id ?? null, said.imageSha256, stream],
        ],
      },
      ...(image === undefined
        ? []
        : [{ text: 'update app.images set statement_hash = $1 where id = $2', values: [digest, image.id] }]),
    ],
  };
}

async function keepImage(
  { db, images, limits }: StatementDependencies,
  authorId: MemberId,
  file: UploadedFile,
): Promise<{ readonly id: string; readonly sha256: string }> {
  await limits.chatImagesOf.take(authorId);
  const id = await images.add(file.bytes);
  return db.selectFrom('app.images').select(['id', 'sha256']).where('id', '=', id).executeTakeFirstOrThrow();
}
