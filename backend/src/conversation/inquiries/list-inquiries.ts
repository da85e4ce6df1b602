import type { inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import { type SqlBool, sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { pageBy } from '../../platform/http/page-cursor.ts';
import { inquiryRows, inquiryViews } from './inquiry-view.ts';

type OwnRequest = HandlerRequest<typeof inquiryEndpoints.ownInquiries>;
type ListRequest = HandlerRequest<typeof inquiryEndpoints.activeInquiries>;

/** The caller's own, newest first. */
export async function listOwnInquiries(db: Database, { caller, query }: OwnRequest) {
  const own = inquiryRows(db).where('inquiry.member_id', '=', caller.memberId);
  const { page, nextCursor } = await pageBy(own, query, {
    columns: ['inquiry.created_at', 'inquiry.id'],
    keyOf: (row) => [row.created_at, row.id],
  });
  return { items: await inquiryViews(db, page), nextCursor };
}

/** All members' open inquiries: unanswered ones first, then the oldest first. */
export async function listActiveInquiries(db: Database, { query }: ListRequest) {
  // Must equal the partial index's predicate.
  const rows = inquiryRows(db).where(sql<SqlBool>`inquiry.status in ('pending', 'active')`);
  const { page, nextCursor } = await pageBy(rows, query, {
    columns: [sql`(inquiry.status = 'active')`, 'inquiry.created_at', 'inquiry.id'],
    types: ['boolean', 'time', 'text'],
    order: 'asc',
    keyOf: (row) => [row.status === 'active', row.created_at, row.id],
  });
  return { items: await inquiryViews(db, page), nextCursor };
}

/** All members' closed inquiries, the last closed first. */
export async function listClosedInquiries(db: Database, { query }: ListRequest) {
  // Must equal the partial index's predicate.
  const rows = inquiryRows(db).where(sql<SqlBool>`inquiry.status = 'inactive'`);
  const { page, nextCursor } = await pageBy(rows, query, {
    columns: ['inquiry.closed_at', 'inquiry.id'],
    keyOf: (row) => [row.closed_at, row.id],
  });
  return { items: await inquiryViews(db, page), nextCursor };
}

/** `GET /admin/waiting-inquiries` */
export async function countWaitingInquiries(db: Database) {
  const { total, oldest } = await db
    .selectFrom('app.inquiries as inquiry')
    .select((is) => [is.fn.countAll<string>().as('total'), is.fn.min('inquiry.created_at').as('oldest')])
    // With the partial index's predicate, so that closed ones are not read.
    .where(sql<SqlBool>`inquiry.status in ('pending', 'active')`)
    .where('inquiry.status', '=', 'pending')
    .executeTakeFirstOrThrow();
  return { total: Number(total), oldest: oldest?.toISOString() ?? null };
}
