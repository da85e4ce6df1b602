import type { inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import { type SqlBool, sql } from 'kysely';
import { containing } from '../../platform/database/database.ts';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { pageBy } from '../../platform/http/page-cursor.ts';
import { inquiryRows, inquiryViews } from './inquiry-view.ts';

type OwnRequest = HandlerRequest<typeof inquiryEndpoints.ownInquiries>;
type ActiveRequest = HandlerRequest<typeof inquiryEndpoints.activeInquiries>;
type ClosedRequest = HandlerRequest<typeof inquiryEndpoints.closedInquiries>;

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
export async function listActiveInquiries(db: Database, { query }: ActiveRequest) {
  const { status } = query;
  // Must equal the partial index's predicate.
  const open = inquiryRows(db)
    .where(sql<SqlBool>`inquiry.status in ('pending', 'active')`)
    .where(isWanted(query));
  const counts = await open
    .clearSelect()
    .select(sql<string>`count(*) filter (where inquiry.status = 'pending')`.as('pending'))
    .select(sql<string>`count(*) filter (where inquiry.status = 'active')`.as('active'))
    .executeTakeFirstOrThrow();
  const rows = status === undefined ? open : open.where('inquiry.status', '=', status);
  const { page, nextCursor } = await pageBy(rows, query, {
    columns: [sql`(inquiry.status = 'active')`, 'inquiry.created_at', 'inquiry.id'],
    types: ['boolean', 'time', 'text'],
    order: 'asc',
    keyOf: (row) => [row.status === 'active', row.created_at, row.id],
  });
  return {
    items: await inquiryViews(db, page),
    nextCursor,
    counts: { pending: Number(counts.pending), active: Number(counts.active) },
  };
}

/** All members' closed inquiries, the last closed first. */
export async function listClosedInquiries(db: Database, { query }: ClosedRequest) {
  // Must equal the partial index's predicate.
  const found = await foundIfFew(db, query.search);
  let rows = inquiryRows(db).where(sql<SqlBool>`inquiry.status = 'inactive'`).where(isWanted(query));
  if (found !== undefined) rows = rows.where(sql<SqlBool>`inquiry.id = any(${found}::text[])`);
  const { page, nextCursor } = await pageBy(rows, query, {
    columns: ['inquiry.closed_at', 'inquiry.id'],
    keyOf: (row) => [row.closed_at, row.id],
  });
  return { items: await inquiryViews(db, page), nextCursor };
}

function isWanted({ title, search }: ClosedRequest['query']) {
  const text = containing(search.toLowerCase());
  return sql<SqlBool>`(${title ?? null}::text is null or inquiry.title = ${title ?? null})
    and (${search} = '' or member.nickname_key like ${text} or lower(member.username) like ${text}
      or lower(inquiry.description) like ${text} or exists (
        select from app.inquiry_comments c where c.inquiry_id = inquiry.id and lower(c.comment) like ${text}))`;
}

const fewMax = 2_000;

/** The inquiries with the text; undefined for so many that a look at one after another soon fills a page. */
async function foundIfFew(db: Database, search: string): Promise<readonly string[] | undefined> {
  if (search === '') return undefined;
  const text = containing(search.toLowerCase());
  const atMost = sql`limit ${fewMax + 1}`;
  const { rows } = await sql<{ id: string }>`
    (select id from app.inquiries where lower(description) like ${text} ${atMost})
    union all (select inquiry_id from app.inquiry_comments where lower(comment) like ${text} ${atMost})
    union all (select i.id from app.members m join app.inquiries i on i.member_id = m.id
      where m.nickname_key like ${text} or lower(m.username) like ${text} ${atMost})`.execute(db);
  return rows.length > fewMax ? undefined : rows.map(({ id }) => id);
}

/** `GET /admin/waiting-inquiries` */
export async function countWaitingInquiries(db: Database) {
  const { total, oldest } = await db
    .selectFrom('app.inquiries as inquiry')
    .select((is) => [is.fn.countAll<string>().as('total'), is.fn.min('inquiry.created_at').as('oldest')])
    .where('inquiry.status', '=', sql.lit('pending' as const))
    .executeTakeFirstOrThrow();
  return { total: Number(total), oldest: oldest?.toISOString() ?? null };
}
