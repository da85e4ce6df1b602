import type { MemberId } from '@matgyo/contracts/ids';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import { failure } from '../../platform/http/request-failure.ts';
import { type Reader, unreadForDays } from './notification-rows.ts';

/**
 * Notifications are dated by the clocks of several processes, and one that is dated a little earlier may arrive a little
 * later. So "everything" is taken as everything up to a minute before the newest, and those after it one by one.
 */
const apart = sql`interval '1 minute'`;
/** Of those one by one. */
const mostOneByOne = 10_000;

const told = sql`(
  select notification_id, box, at from read_notifications.notifications
  union all select notification_id, box, at from app.notices)`;

/** @throws RequestFailure NOTIFICATION_NOT_FOUND when it is in none of the reader's boxes. */
export async function markRead(db: Database, { memberId, boxes }: Reader, id: string): Promise<void> {
  const { rows } = await sql<{ at: Date }>`
    select at from ${told} n where notification_id = ${id} and box = any(${boxes}::text[])`.execute(db);
  const [found] = rows;
  if (found === undefined) throw failure('NOTIFICATION_NOT_FOUND');
  await db
    .insertInto('app.notification_marks')
    .values({ reader_id: memberId, notification_id: id, at: found.at })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Marks everything that is in the reader's boxes now. What arrives later is unread. */
export async function markAllRead(db: Database, { memberId, boxes }: Reader): Promise<void> {
  for (const box of boxes)
    await db.transaction().execute(async (transaction) => {
      const until = await raise(transaction, memberId, box);
      if (until === undefined) return;
      await sql`
        insert into app.notification_marks (reader_id, notification_id, at)
        select ${memberId}, notification_id, at from ${told} n
        where box = ${box} and at > ${until} order by at desc limit ${mostOneByOne}
        on conflict do nothing`.execute(transaction);
    });
}

/** Raises up to when a box counts as read, and answers up to when that is; undefined for an empty box. */
async function raise(db: Database, memberId: MemberId, box: string): Promise<Date | undefined> {
  const { rows } = await sql<{ read_until: Date }>`
    insert into app.notification_reading as known (reader_id, box, read_until)
    select ${memberId}, ${box}, newest.at - ${apart} from (
      (select at from read_notifications.notifications where box = ${box} order by at desc limit 1)
      union all (select at from app.notices where box = ${box} order by at desc limit 1)
      order by at desc limit 1
    ) newest
    on conflict (reader_id, box) do update set read_until = greatest(known.read_until, excluded.read_until)
    returning read_until`.execute(db);
  return rows[0]?.read_until;
}

/** Forgets marks that no longer change anything, and what was told long ago. At most 10,000 rows of each. */
export async function sweepNotifications(db: Database): Promise<void> {
  await sql`
    delete from app.notification_marks where ctid = any (array(
      select ctid from app.notification_marks where at < now() - make_interval(days => ${unreadForDays}) limit 10000))`.execute(
    db,
  );
  await sql`
    delete from app.told_notifications where ctid = any (array(
      select ctid from app.told_notifications where told_at < now() - interval '1 day' limit 10000))`.execute(
    db,
  );
}
