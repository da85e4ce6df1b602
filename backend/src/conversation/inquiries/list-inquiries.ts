import type { inquiryEndpoints } from '@matgyo/contracts/endpoints/inquiries';
import { ledgerIdPattern } from '@matgyo/contracts/ids';
import { type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor } from '../../platform/http/page-cursor.ts';
import { type InquiryRow, inquiryRows, inquiryViews } from './inquiry-view.ts';

type OwnRequest = HandlerRequest<typeof inquiryEndpoints.ownInquiries>;
type ActiveRequest = HandlerRequest<typeof inquiryEndpoints.activeInquiries>;

const cursorKey = z.tuple([z.iso.datetime(), z.string().regex(ledgerIdPattern)]);
const keyOf = (row: InquiryRow): z.input<typeof cursorKey> => [row.created_at.toISOString(), row.id];

/** The caller's own, newest first. */
export async function listOwnInquiries(db: Database, { caller, query }: OwnRequest) {
  const after = decodeCursor(cursorKey, query.cursor);
  let rows = inquiryRows(db)
    .where('inquiry.member_id', '=', caller.memberId)
    .orderBy('inquiry.created_at', 'desc')
    .orderBy('inquiry.id', 'desc')
    .limit(query.limit + 1);
  if (after !== undefined)
    rows = rows.where(
      sql<SqlBool>`(inquiry.created_at, inquiry.id) < (${after[0]}::timestamptz, ${after[1]})`,
    );
  return pageOf(db, await rows.execute(), query.limit);
}

const activeCursorKey = z.tuple([z.boolean(), z.iso.datetime(), z.string().regex(ledgerIdPattern)]);
const isAnswered = sql<boolean>`(inquiry.status = 'active')`;

/** All members' open inquiries: unanswered ones first, then the oldest first. */
export async function listActiveInquiries(db: Database, { query }: ActiveRequest) {
  const after = decodeCursor(activeCursorKey, query.cursor);
  let rows = inquiryRows(db)
    // Must equal the partial index's predicate.
    .where(sql<SqlBool>`inquiry.status in ('pending', 'active')`)
    .orderBy(isAnswered)
    .orderBy('inquiry.created_at')
    .orderBy('inquiry.id')
    .limit(query.limit + 1);
  if (after !== undefined)
    rows = rows.where(
      sql<SqlBool>`(${isAnswered}, inquiry.created_at, inquiry.id)
        > (${after[0]}::boolean, ${after[1]}::timestamptz, ${after[2]})`,
    );
  const keyOfActive = (row: InquiryRow) => [row.status === 'active', ...keyOf(row)] as const;
  return pageOf(db, await rows.execute(), query.limit, keyOfActive);
}

async function pageOf(
  db: Database,
  rows: readonly InquiryRow[],
  limit: number,
  key: (row: InquiryRow) => readonly unknown[] = keyOf,
) {
  const { page, nextCursor } = cutPage(rows, limit, key);
  return { items: await inquiryViews(db, page), nextCursor };
}
