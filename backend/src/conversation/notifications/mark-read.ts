import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { unreadForDays } from '../unread-for-days.ts';
import type { Reader } from './notification-rows.ts';

/**
 * Several processes' clocks date notifications, so one with an earlier time may arrive later. "Read until" therefore
 * stays a minute behind the newest; notifications after it are marked one by one.
 */
const readLag = sql`interval '1 minute'`;
/** Notifications marked one by one, per box. */
const singleMarksMax = 10_000;

const allNotifications = sql`(
  select notification_id, box, at from read_notifications.notifications
  union all select notification_id, box, at from app.notices)`;

/** @throws RequestFailure NOTIFICATION_NOT_FOUND when it is in none of the reader's boxes. */
export async function markRead(db: Database, { memberId, boxes }: Reader, id: string): Promise<void> {
  const { rows } = await sql<{ at: Date }>`
    select at from ${allNotifications} n where notification_id = ${id} and box = any(${boxes}::text[])`.execute(
    db,
  );
  const [found] = rows;
  if (found === undefined) throw failure('NOTIFICATION_NOT_FOUND');
  await db
    .insertInto('app.notification_marks')
    .values({ reader_id: memberId, notification_id: id, at: found.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Marks everything that is in the reader's boxes now, or of it what the reader saw: up to `newestSeen`, the time of one
 * as it was listed. Later notifications are unread.
 */
export async function markAllRead(
  db: Database,
  { memberId, boxes }: Reader,
  newestSeen?: string,
): Promise<void> {
  // Times are listed in whole milliseconds.
  const seen =
    newestSeen === undefined
      ? sql<boolean>`true`
      : sql<boolean>`at < ${newestSeen}::timestamptz + interval '1 millisecond'`;
  // The time up to which the box counts as read moves forward, by what was seen of it.
  for (const box of boxes)
    await sql`
      with moved as (
        insert into app.notification_reading as known (reader_id, box, read_until)
        select ${memberId}, ${box}, newest.at - ${readLag} from (
          (select at from read_notifications.notifications where box = ${box} and ${seen} order by at desc limit 1)
          union all (select at from app.notices where box = ${box} and ${seen} order by at desc limit 1)
          order by at desc limit 1
        ) newest
        on conflict (reader_id, box) do update set read_until = greatest(known.read_until, excluded.read_until)
        returning read_until
      )
      insert into app.notification_marks (reader_id, notification_id, at)
      select ${memberId}, notification_id, at from ${allNotifications} n
      where box = ${box} and at > (select read_until from moved) and ${seen} order by at desc limit ${singleMarksMax}
      on conflict do nothing`.execute(db);
}

/** Marks without effect, and old delivery records, by table. */
export const expiredRows = {
  notification_marks: sql`at < now() - make_interval(days => ${unreadForDays})`,
  told_notifications: sql`told_at < now() - interval '1 day'`,
};
