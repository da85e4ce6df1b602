import type { memberEndpoints } from '@matgyo/contracts/endpoints/members';
import { memberIdSchema } from '@matgyo/contracts/schemas/ids';
import { z } from 'zod';
import type { Database } from '../../platform/database/tables.ts';
import { containing } from '../../platform/database/text-search.ts';
import type { Caller } from '../../platform/http/handler.ts';
import { cutPage, decodeCursor } from '../../platform/http/page-cursor.ts';
import { membersSeenBy } from './member-policy.ts';
import { memberRows, memberViewOf } from './member-query.ts';

/** Of the last row of a page: when the account was made, and its id. */
const cursorKey = z.tuple([z.iso.datetime({ precision: 3 }), memberIdSchema]);

type ListQuery = z.output<(typeof memberEndpoints)['listMembers']['query']>;

/**
 * One page of the members the caller may see, newest first (docs/http.md).
 * `referredBy`: only those who signed up with this invite code.
 */
export async function listMembers(db: Database, caller: Caller, query: ListQuery, referredBy?: string) {
  const { limit, cursor, search, status, role } = query;
  let rows = memberRows(db)
    .orderBy('member.created_at', 'desc')
    .orderBy('member.id', 'desc')
    .limit(limit + 1);
  const seen = membersSeenBy(caller);
  if (seen === 'own') rows = rows.where('member.id', '=', caller.memberId);
  if (referredBy !== undefined) rows = rows.where('account.referral_code', '=', referredBy);
  if (search !== '') rows = rows.where('member.nickname_key', 'like', containing(search.toLowerCase()));
  if (status !== undefined) rows = rows.where('account.status', '=', status);
  if (role === 'admin') rows = rows.where('account.admin', '=', true);
  if (role === 'manager') rows = rows.where('account.manager', '=', true);
  if (role === 'member' || seen === 'plain')
    rows = rows.where('account.admin', '=', false).where('account.manager', '=', false);
  const after = decodeCursor(cursorKey, cursor);
  if (after !== undefined)
    rows = rows.where((eb) =>
      eb(eb.refTuple('member.created_at', 'member.id'), '<', eb.tuple(new Date(after[0]), after[1])),
    );
  const { page, nextCursor } = cutPage(await rows.execute(), limit, (row) => [
    row.created_at.toISOString(),
    row.id,
  ]);
  return { items: page.map((row) => memberViewOf(row, caller)), nextCursor };
}
