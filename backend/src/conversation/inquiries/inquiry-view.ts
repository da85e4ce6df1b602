import type { AdminInquiryView } from '@matgyo/contracts/endpoints/inquiries';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';

export const inquiryRows = (db: Database) =>
  db
    .selectFrom('app.inquiries as inquiry')
    .innerJoin('app.members as member', 'member.id', 'inquiry.member_id')
    .select([
      'inquiry.id',
      'inquiry.title',
      'inquiry.description',
      'inquiry.status',
      'inquiry.created_at',
      'inquiry.closed_at',
      'member.id as member_id',
      'member.username',
      'member.nickname',
    ]);

export type InquiryRow = Awaited<ReturnType<ReturnType<typeof inquiryRows>['execute']>>[number];

type Comments = AdminInquiryView['comments'];

/**
 * Rows with their comments, in the specification's field names. Contains what only admins see; the schema of a
 * member's own list drops it.
 */
export async function inquiryViews(db: Database, rows: readonly InquiryRow[]): Promise<AdminInquiryView[]> {
  const comments = await commentsOf(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map((row) => inquiryView(row, comments.get(row.id) ?? []));
}

export async function inquiryById(db: Database, id: string): Promise<AdminInquiryView> {
  const row = await inquiryRows(db)
    .where('inquiry.id', '=', id)
    .executeTakeFirstOrThrow(() => failure('INQUIRY_NOT_FOUND'));
  return inquiryView(row, (await commentsOf(db, [id])).get(id) ?? []);
}

async function commentsOf(db: Database, ids: readonly string[]): Promise<ReadonlyMap<string, Comments>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('app.inquiry_comments as comment')
    .leftJoin('app.members as author', 'author.id', 'comment.author_id')
    .select(['comment.id', 'comment.inquiry_id', 'comment.comment', 'comment.created_at', 'author.nickname'])
    .where('comment.inquiry_id', 'in', ids)
    .orderBy('comment.inquiry_id')
    .orderBy('comment.ordinal')
    .execute();
  const byInquiry = new Map<string, Comments>();
  for (const { id, inquiry_id, comment, created_at, nickname } of rows) {
    const one = { _id: id, comment, nickname, createdAt: created_at.toISOString() };
    byInquiry.set(inquiry_id, [...(byInquiry.get(inquiry_id) ?? []), one]);
  }
  return byInquiry;
}

const inquiryView = (row: InquiryRow, comments: Comments): AdminInquiryView => ({
  _id: row.id,
  title: row.title,
  userId: { _id: row.member_id, username: row.username, nickname: row.nickname },
  description: row.description,
  comment: comments.at(-1)?.comment ?? null,
  comments,
  status: row.status,
  createdAt: row.created_at.toISOString(),
  closedAt: row.closed_at?.toISOString() ?? null,
});
