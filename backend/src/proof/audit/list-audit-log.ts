import type { AuditAction } from '@matgyo/contracts/audit-actions';
import { memberOfSupportRoom, supportRoomOf } from '@matgyo/contracts/chat-rules';
import type { AuditLogEntry, auditEndpoints } from '@matgyo/contracts/endpoints/audit';
import { type MemberId, type OrderId, orderCode, type Side } from '@matgyo/contracts/ids';
import { kstDayStart } from '@matgyo/contracts/kst';
import type { Price, Usdt } from '@matgyo/contracts/money';
import { type Selectable, type SqlBool, sql } from 'kysely';
import { memberIdOf } from '../../identity/members/member-query.ts';
import { nicknamesOf } from '../../identity/members/nicknames.ts';
import type { Database, Tables } from '../../platform/database/tables.ts';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { orderOf, pageBy, type Sorting } from '../../platform/http/page-cursor.ts';
import { refuseReversedPeriod } from '../../platform/http/period.ts';
import { attachmentOf } from '../../platform/http/spreadsheet-columns.ts';
import { recordAudit } from './audit-log.ts';
import { auditLogCsv } from './audit-log-csv.ts';
import { countReading, countShown, type PersonalReadings } from './personal-readings.ts';

type Query = Omit<HandlerRequest<typeof auditEndpoints.auditLogCsv>['query'], 'storedLanguage'>;
type Row = Selectable<Tables['app.audit_log']>;

const exportedMax = 50_000;

/** `GET /audit/log`: newest first. */
export const listAuditLog =
  (deps: PersonalReadings) =>
  async ({ query, caller, requestId }: HandlerRequest<typeof auditEndpoints.auditLog>) => {
    refuseReversedPeriod(query);
    const { page, nextCursor } = await pageBy(await rowsOf(deps.db, query), query, sortingOf(query));
    const sequences = page.map((row) => String(row.sequence));
    await countShown(deps, 'auditEntriesShownTo', { caller, requestId }, sequences);
    return { items: await views(deps.db, page), nextCursor };
  };

/** `GET /audit/log.csv`: the export is itself recorded before the file is sent. */
export const exportAuditLog =
  (deps: PersonalReadings) =>
  async ({ query, caller, requestId, reply }: HandlerRequest<typeof auditEndpoints.auditLogCsv>) => {
    refuseReversedPeriod(query);
    const { db } = deps;
    await deps.limits.ownFilesOf.take(caller.memberId);
    await countReading(deps, 'personalExportsOf', { caller, requestId });
    const found = (await rowsOf(db, query)).orderBy(orderOf(sortingOf(query)));
    const rows = await found.limit(exportedMax).execute();
    const entries = await views(db, rows);
    await recordAudit(db, {
      action: 'audit-log-exported',
      actor: caller,
      subjectId: null,
      requestId,
      details: { rows: entries.length, from: query.from ?? null, to: query.to ?? null },
    });
    reply.header('Content-Disposition', attachmentOf('audit-log', query.storedLanguage));
    return auditLogCsv(entries, query.storedLanguage);
  };

const byNumber: Sorting<Row> = {
  columns: ['sequence'],
  types: ['number'],
  keyOf: (row) => [Number(row.sequence)],
};

/** Days are found by the index of times. */
const byTime: Sorting<Row> = {
  columns: ['at', 'sequence'],
  types: ['text', 'number'],
  keyOf: (row) => [row.at, ...byNumber.keyOf(row)],
};

const sortingOf = ({ from, to }: Query) => (from === undefined && to === undefined ? byNumber : byTime);

async function rowsOf(db: Database, query: Query) {
  let rows = db.selectFrom('app.audit_log').selectAll();
  const { actor, action, subject, from, to } = query;
  // A member's nickname may be given for their id; text that is no nickname is an id.
  if (actor) rows = rows.where('actor_id', '=', (await memberIdOf(db, actor)) ?? actor);
  if (subject) rows = rows.where('subject_id', 'in', await subjectsNamed(db, subject));
  if (action !== undefined) rows = rows.where('action', '=', action);
  // Not an action of a person, and as frequent as writes: listed only on request.
  else rows = rows.where(sql<SqlBool>`action <> 'rows-kept'`);
  // In Korea, where a day ends at 15:00 UTC.
  if (from !== undefined) rows = rows.where('at', '>=', kstDayStart(from));
  if (to !== undefined) rows = rows.where('at', '<', `${to}T15:00:00.000Z`);
  return rows;
}

const completeCode = /^(sell|buy)\d+-[0-9a-f]{8}$/i;

/**
 * The ids of what is shown under this name: a member, their chat and inquiries; an order and its matches; or the id
 * itself.
 */
async function subjectsNamed(db: Database, text: string): Promise<readonly string[]> {
  const memberId = await memberIdOf(db, text);
  if (memberId !== undefined) {
    const inquiries = await db
      .selectFrom('app.inquiries')
      .select('id')
      .where('member_id', '=', memberId)
      .execute();
    return [memberId, supportRoomOf(memberId), ...inquiries.map(({ id }) => id)];
  }
  if (!completeCode.test(text)) return [text];
  const { rows } = await sql<{ id: string }>`
    with named as (select order_id from read_orders.codes where code ilike ${text})
    select order_id as id from named
    union all
    select t.trade_id from read_trades.trades t
      join named on named.order_id in (t.sell_order_id, t.buy_order_id)`.execute(db);
  return [text, ...rows.map(({ id }) => id)];
}

async function views(db: Database, rows: readonly Row[]): Promise<AuditLogEntry[]> {
  const subjects = rows.map(({ subject_id }) => subject_id ?? '');
  // An export may have the event of a price for its subject too: it ends with it.
  const priceOf = ({ action, subject_id }: Row) => (action === 'price-set' && subject_id) || '';
  const [nicknames, members, orders, pricesSet] = await Promise.all([
    nicknamesOf(
      db,
      rows.flatMap(({ actor_id }) => (actor_id as MemberId | null) ?? []),
    ),
    membersOf(db, subjects),
    ordersOf(db, subjects),
    pricesOf(db, rows.map(priceOf)),
  ]);
  return rows.map((row) => ({
    sequence: Number(row.sequence),
    at: row.at,
    action: row.action as AuditAction,
    actorId: row.actor_id,
    actorNickname: nicknames.get(row.actor_id ?? '') ?? null,
    actorRole: row.content['actorRole'] as AuditLogEntry['actorRole'],
    subjectId: row.subject_id,
    subjectMember: members.get(row.subject_id ?? '') ?? null,
    subjectOrder: orders.get(row.subject_id ?? '') ?? null,
    subjectPrice: pricesSet.get(priceOf(row))?.subjectPrice ?? null,
    approvedBy: pricesSet.get(priceOf(row))?.approvedBy ?? null,
    reason: row.content['reason'] as string | null,
    requestId: row.content['requestId'] as string | null,
    details: row.content['details'] as Record<string, unknown>,
    prevHash: row.prev_hash,
    hash: row.hash,
  }));
}

/** The member that a subject is, or whose chat with the admins or inquiry it is. */
async function membersOf(db: Database, subjects: readonly string[]) {
  const { rows } = await sql<{ subject: string; _id: MemberId; nickname: string }>`
    select named.subject, m.id as _id, m.nickname
    from (
      select subject, member_id collate "C" as member_id
      from unnest(${subjects}::text[], ${subjects.map(memberOfSupportRoom)}::text[]) as room (subject, member_id)
      union all
      select id, member_id from app.inquiries where id = any(${subjects}::text[])
    ) named
    join app.members m on m.id = named.member_id`.execute(db);
  return new Map(rows.map(({ subject, ...member }) => [subject, member]));
}

/** The order that a subject is, or the sell order of the match that it is. */
async function ordersOf(db: Database, subjects: readonly string[]) {
  const { rows } = await sql<{ subject: string; order_id: OrderId; side: Side; amount: Usdt }>`
    select named.subject, o.order_id, o.side, o.amount
    from (
      select order_id as subject, order_id from read_orders.orders where order_id = any(${subjects}::text[])
      union all
      select trade_id, sell_order_id from read_trades.trades where trade_id = any(${subjects}::text[])
    ) named
    join read_orders.orders o on o.order_id = named.order_id`.execute(db);
  return new Map(
    rows.map(({ subject, order_id, side, amount }) => [
      subject,
      { _id: order_id, orderCode: orderCode(side, amount, order_id) },
    ]),
  );
}

/** The price that the event of a subject set, the one before, and who approved it. */
async function pricesOf(db: Database, subjects: readonly string[]) {
  // A request is carried out only on the price that it was made for, so its revision names its price.
  const { rows } = await sql<{
    subject: string;
    price: Price;
    before: Price | null;
    approvedBy: string | null;
  }>`
    select p.event_id::text as subject, p.price, b.price as before, m.nickname as "approvedBy"
    from read_prices.prices p
    left join read_prices.prices b on b.revision = p.revision - 1
    left join read_approvals.approvals a
      on a.kind = 'price' and a.state = 'fulfilled' and (a.act::jsonb ->> 'revision')::bigint = p.revision - 1
    left join app.members m on m.id = a.decided_by
    where p.event_id::text = any(${subjects}::text[])`.execute(db);
  return new Map(
    rows.map(({ subject, price, before, approvedBy }) => [
      subject,
      { subjectPrice: { price, before }, approvedBy },
    ]),
  );
}
