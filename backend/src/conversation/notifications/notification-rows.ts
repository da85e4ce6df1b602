import type { MemberId } from '@matgyo/contracts/ids';
import type { InquiryTitle } from '@matgyo/contracts/inquiries';
import type { NotificationTopic } from '@matgyo/contracts/notifications';
import { prepared } from '@matgyo/event-store/postgres/prepared';
import type {
  NotificationBox,
  NotificationsTable,
} from '@matgyo/projections/read-models/notifications/tables';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type pg from 'pg';
import { commitsAsynchronously } from '../../platform/database/asynchronous-commit.ts';
import type { Database } from '../../platform/database/tables.ts';
import { beyond, orderOf } from '../../platform/http/page-cursor.ts';
import { turnOf } from '../../trading/orders/order-matches.ts';
import { unreadForDays } from '../unread-for-days.ts';

/** Unread notifications are searched among this many of the newest. */
const searchedRowsMax = 1_000;

/** Older notifications are not pushed: rebuilding the read model must not notify members again. */
const freshFor = sql`interval '10 minutes'`;

/** Rows that are claimed in one statement. */
export const claimedMax = 500;

/** A notification with everything its text needs, from either of the two tables. */
export interface NotificationRow extends Readonly<Omit<Selectable<NotificationsTable>, 'event_id'>> {
  readonly nickname: string | null;
  readonly room_id: string | null;
  readonly inquiry_id: string | null;
  readonly inquiry_title: InquiryTitle | null;
}

export interface Reader {
  readonly memberId: MemberId;
  readonly boxes: readonly NotificationBox[];
}

type Condition = RawBuilder<unknown>;
const nothing = sql``;

/** Both tables as one: rows that meet `condition`, newest first, at most `limit` of each. */
function newestOf(condition: Condition, limit: number): Condition {
  // By box, as in its index: by time alone, the newer ones of all other boxes would be read.
  const rows = sql`where ${condition} order by n.box, n.at desc, n.notification_id desc limit ${limit}`;
  const nullText = sql`null::text collate "C"`;
  // Right after an upgrade, version 8 of the read model is still in use, without these columns.
  const added = sql.join(
    ['case_id', 'reason'].map((name) => sql`to_jsonb(n) ->> ${sql.lit(name)} as ${sql.ref(name)}`),
  );
  return sql`
    (select n.notification_id, n.box, n.topic, n.code, n.at, n.subject_id, n.order_id, n.side, n.order_amount, n.order_price,
       n.trade_id, n.counter_order_id, n.amount, n.price, n.role, n.approval_id, ${added},
       ${nullText} as room_id, ${nullText} as room_kind, ${nullText} as inquiry_id
     from read_notifications.notifications n ${rows})
    union all
    (select n.notification_id, n.box, n.topic, n.code, n.at, n.subject_id, ${nullText}, ${nullText}, null, null,
       ${nullText}, ${nullText}, null, null, ${nullText}, ${nullText}, ${nullText}, ${nullText}, n.room_id, n.room_kind, n.inquiry_id
     from (select *, ${nullText} as order_id, ${nullText} as counter_order_id from app.notices) n ${rows})`;
}

/** Up to when a box counts as read. For an admin, at least up to when they became one. */
const readUntil = (reader: MemberId, box: Condition): Condition => sql`greatest(
  now() - make_interval(days => ${unreadForDays}),
  (select read_until from app.notification_reading where reader_id = ${reader} and box = ${box}),
  (select since from read_notifications.admins where ${box} = 'admins' and member_id = ${reader}))`;

const isMarked = (reader: MemberId): Condition => sql`exists (
  select from app.notification_marks m where m.reader_id = ${reader} and m.notification_id = n.notification_id)`;

/** What it asks for was done, or cannot be done any more: it counts as read. */
const isOver = sql`case n.code
  when 'CONSENT_ASKED' then exists (select from read_trades.trades d
    where d.trade_id = n.trade_id and (d.status <> 'offered' or ${turnOf('d')} not in (n.side, 'both')))
  when 'READY_TO_COMPLETE' then exists (select from read_trades.trades d
    where d.trade_id = n.trade_id and (d.finished or ${turnOf('d')} <> 'admin'))
  when 'APPROVAL_REQUESTED' then exists (select from read_approvals.approvals d
    where d.approval_id = n.approval_id and d.state <> 'waiting')
  else false end`;

const owners = sql`select o.member_id from read_notifications.orders o where o.order_id in (n.order_id, n.counter_order_id)`;

/** Excludes what an admin did themselves, and what is about their own orders: of that they decide nothing. */
const inBox = (reader: MemberId, box: NotificationBox, topic: NotificationTopic | undefined): Condition =>
  sql`n.box = any(array[${box}]) and n.subject_id is distinct from ${reader} ${topic === undefined ? nothing : sql`and n.topic = ${topic}`}
    ${box === 'admins' ? sql`and ${reader} not in (${owners})` : nothing}`;

const unionOfBoxes = ({ boxes }: Reader, rowsOf: (box: NotificationBox) => Condition): Condition =>
  sql.join(boxes.map(rowsOf), sql` union all `);

const unread = (reader: Reader, topic: NotificationTopic): Condition => sql`
  select n.* from (${unionOfBoxes(reader, (box) =>
    newestOf(
      sql`${inBox(reader.memberId, box, topic)} and n.at > ${readUntil(reader.memberId, sql`${box}`)}`,
      searchedRowsMax,
    ),
  )}) n where not ${isMarked(reader.memberId)} and not ${isOver}`;

export const newestFirst = {
  columns: ['n.at', 'n.notification_id'],
  keyOf: (row: Pick<NotificationRow, 'at' | 'notification_id'>) => [row.at, row.notification_id],
} as const;
const inOrder = sql`order by ${orderOf(newestFirst)}`;

/**
 * Adds data of other tables: the current nickname; a chat's order (of a trade the reader's own, for admins the sell
 * order); an inquiry's title.
 */
const withDetails = (rows: Condition, more: Condition): Condition => sql`
  select n.notification_id, n.box, n.topic, n.code, n.at, n.subject_id, member.nickname,
    coalesce(n.order_id, o.order_id) as order_id, coalesce(n.side, o.side) as side,
    coalesce(n.order_amount, o.amount) as order_amount, n.order_price,
    coalesce(n.trade_id, t.trade_id) as trade_id,
    coalesce(n.counter_order_id, case o.order_id when t.sell_order_id then t.buy_order_id else t.sell_order_id end) as counter_order_id,
    n.amount, n.price, n.role, n.approval_id, n.case_id, n.reason, n.room_id, n.inquiry_id, i.title as inquiry_title ${more}
  from (${rows}) n
  left join app.members member on member.id = n.subject_id
  left join read_trades.trades t on n.room_kind = 'trade' and t.trade_id = n.room_id
  left join read_orders.orders o on o.order_id = case n.room_kind
    when 'order' then n.room_id
    when 'trade' then case when n.box = t.buyer_id then t.buy_order_id else t.sell_order_id end end
  left join app.inquiries i on i.id = n.inquiry_id`;

export async function unreadRows(
  db: Database,
  reader: Reader,
  { topic, limit }: { readonly topic: NotificationTopic; readonly limit: number },
): Promise<readonly NotificationRow[]> {
  const rows = sql`${unread(reader, topic)} ${inOrder} limit ${limit}`;
  return (await sql<NotificationRow>`${withDetails(rows, nothing)} ${inOrder}`.execute(db)).rows;
}

/** Read and unread ones, newest first, those after the cursor. */
export async function listedRows(
  db: Database,
  reader: Reader,
  { cursor, limit }: { readonly cursor: string | undefined; readonly limit: number },
): Promise<readonly (NotificationRow & { readonly read: boolean })[]> {
  const further = sql`and ${beyond(newestFirst, cursor)}`;
  const rows = sql`
    select n.* from (${unionOfBoxes(reader, (box) => newestOf(sql`${inBox(reader.memberId, box, undefined)} ${further}`, limit))}) n
    ${inOrder} limit ${limit}`;
  const { memberId } = reader;
  const read = sql`, (n.at <= ${readUntil(memberId, sql`n.box`)} or ${isMarked(memberId)} or ${isOver}) as read`;
  const found = sql<NotificationRow & { read: boolean }>`${withDetails(rows, read)} ${inOrder}`;
  return (await found.execute(db)).rows;
}

/**
 * Returns recent notifications that are not delivered yet, oldest first: those of `ids`, or of all. Every backend sees
 * every change, but a push reaches the sockets of all; the first backend to record an id delivers it. That record does
 * not wait for the disk: after a crash of the database, notifications of its last half second may be delivered once more.
 */
export async function claimFreshRows(
  { db, pool }: { readonly db: Database; readonly pool: pg.Pool },
  ids?: readonly string[],
): Promise<readonly FreshRow[]> {
  const named =
    ids === undefined
      ? sql`not exists (select from app.told_notifications told where told.notification_id = n.notification_id)`
      : sql`n.notification_id = any(${ids}::text[])`;
  const recent = sql`${named} and n.at > now() - ${freshFor}`;
  const { sql: text, parameters } = sql`
    with fresh as materialized (${withDetails(newestOf(recent, claimedMax), notTo)}),
    claimed as (
      insert into app.told_notifications (notification_id)
      select distinct notification_id from fresh where ${sql.raw(commitsAsynchronously)} order by 1
      on conflict do nothing returning notification_id)
    select fresh.* from fresh join claimed using (notification_id) order by at, notification_id`.compile(db);
  return (await pool.query<FreshRow>(prepared({ text, values: [...parameters] }))).rows;
}

const notTo = sql`, array(select n.subject_id where n.subject_id is not null union ${owners}) as not_to`;

export interface FreshRow extends NotificationRow {
  /** Admins who do not get it: who acted, and who may not decide. */
  readonly not_to: readonly MemberId[];
}
