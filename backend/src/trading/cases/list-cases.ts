import type { caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor, timeAndId } from '../../platform/http/page-cursor.ts';
import { summaryOf } from './case-view.ts';
import { caseRows, isOwnCase, waitsForAdmin } from './find-case.ts';

/** `GET /cases`: newest first. `own`: only the caller's matches, which is all that members see. */
export const listCases =
  (db: Database) =>
  async ({ caller, query }: HandlerRequest<typeof caseEndpoints.cases>) => {
    const { limit, cursor, show } = query;
    const after = decodeCursor(timeAndId, cursor);
    let rows = caseRows(db)
      .orderBy('c.opened_at', 'desc')
      .orderBy('c.case_id', 'desc')
      .limit(limit + 1);
    if (!caller.admin || show === 'own') rows = rows.where(isOwnCase(caller.memberId));
    if (show === 'open') rows = rows.where(waitsForAdmin);
    if (show === 'mine') rows = rows.where('c.status', '=', 'open').where('c.admin_id', '=', caller.memberId);
    if (show === 'ended')
      rows = rows.where('c.status', '!=', 'open').where('c.appeal', 'is distinct from', 'open');
    if (after !== undefined)
      rows = rows.where(sql<boolean>`(c.opened_at, c.case_id) < (${after[0]}::timestamptz, ${after[1]})`);
    const { page, nextCursor } = cutPage(await rows.execute(), limit, (row) => [
      row.opened_at.toISOString(),
      row.case_id,
    ]);
    return { items: page.map((row) => summaryOf(row, caller)), nextCursor };
  };
