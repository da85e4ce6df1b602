import type { caseEndpoints } from '@matgyo/contracts/endpoints/cases';
import type { Database } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { pageBy } from '../../platform/http/page-cursor.ts';
import { summaryOf } from './case-view.ts';
import { caseRows, isOwnCase, waitsForAdmin, waitsSince } from './find-case.ts';

/**
 * `GET /cases`: what waits for an admin from the longest wait on, otherwise newest first. `own`: only the caller's
 * matches, which is all that members see.
 */
export const listCases =
  (db: Database) =>
  async ({ caller, query }: HandlerRequest<typeof caseEndpoints.cases>) => {
    const { show } = query;
    let rows = caseRows(db);
    if (!caller.admin || show === 'own') rows = rows.where(isOwnCase(caller.memberId));
    if (show === 'open') rows = rows.where(waitsForAdmin);
    if (show === 'mine') rows = rows.where('c.status', '=', 'open').where('c.admin_id', '=', caller.memberId);
    if (show === 'ended')
      rows = rows.where('c.status', '!=', 'open').where('c.appeal', 'is distinct from', 'open');
    const { page, nextCursor } = await pageBy(rows, query, {
      // Few are open: an index finds them, and they are sorted.
      columns: [show === 'open' ? waitsSince : 'c.opened_at', 'c.case_id'],
      keyOf: (row) => [(show === 'open' && row.appealed_at) || row.opened_at, row.case_id],
      order: show === 'open' || show === 'mine' ? 'asc' : 'desc',
    });
    return { items: page.map((row) => summaryOf(row, caller)), nextCursor };
  };
