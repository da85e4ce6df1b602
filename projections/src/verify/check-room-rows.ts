import type pg from 'pg';
import { hasTables } from '../stored-rows.ts';
import type { Finding } from './finding.ts';

const namedMax = 50;

/**
 * Checks a chat room's row apart from its end: its owner against orders and trades; its closing against the audit log;
 * the time of the last message against that message; and the images of messages against the hashes in these. Each in
 * one statement, so as of one point in time.
 */
export async function verifyRoomRows(pool: Pick<pg.Pool, 'query'>): Promise<readonly Finding[]> {
  // Without this one there is no backend yet.
  if (!(await hasTables(pool, 'app.audit_log'))) return [];
  for (const table of ['app.chat_rooms', 'app.chat_messages', 'app.images'])
    if (!(await hasTables(pool, table))) return [{ check: 'rooms', what: `the table ${table} is missing` }];
  const findings: Finding[] = [];
  for (const { query, what, reads } of checks) {
    // A missing read model is reported as such.
    if (reads !== undefined && !(await hasTables(pool, ...reads))) continue;
    const { rows } = await pool.query<{ id: string }>(`${query} order by 1 limit ${namedMax}`);
    findings.push(...rows.map(({ id }): Finding => ({ check: 'rooms', what: `room ${id}: ${what}` })));
  }
  return findings;
}

const closings = `
  select coalesce(room.id, entry.subject_id) as id
  from (select * from app.chat_rooms where num_nonnulls(closed_at, closed_by, closing_request_id) > 0) room
  full join (
    select subject_id, actor_id, content ->> 'requestId' as request_id, content -> 'details' ->> 'closedAt' as closed_at
    from app.audit_log where action = 'chat-closed') entry on entry.subject_id = room.id
  where room.id is null or entry.subject_id is null
    or room.closed_by is distinct from entry.actor_id or room.closing_request_id is distinct from entry.request_id
    -- Not one of another time, and, of a room that says how but not when it was closed, none.
    or room.closed_at is null or entry.closed_at <> to_char(room.closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const owners = `
  select room.id from app.chat_rooms room where (case kind
    when 'support' then room.id = 'support-' || room.member_id
    when 'trade' then exists (
      select from read_trades.trades t where t.trade_id = room.id
        and (t.sell_order_id, t.buy_order_id, t.seller_id, t.buyer_id)
          = (room.sell_order_id, room.buy_order_id, room.seller_id, room.buyer_id))
    else coalesce(room.sell_order_id, room.buy_order_id) = room.id and exists (
      select from read_orders.orders o where o.order_id = room.id
        and o.member_id = coalesce(room.seller_id, room.buyer_id) and (o.side = 'sell') = (room.seller_id is not null))
    end) is not true`;

const lastMessages = `
  select room.id from app.chat_rooms room join app.chat_messages message on message.room_id = room.id and message.seq = room.last_seq
  where not room.listed or room.last_at <> message.at`;

/** The image's row names the message, and the file is compared with the row (check-image-files.ts). */
const images = `
  select message.room_id || ': message ' || message.seq as id
  from app.chat_messages message left join app.images image on image.id = message.image_id
    and (image.message_id, image.room_id, image.uploader_id) = (message.id, message.room_id, message.sender_id)
  where image.sha256 is distinct from message.image_sha256 or (image.id is null) <> (message.image_id is null)`;

interface RowCheck {
  readonly query: string;
  readonly what: string;
  readonly reads?: readonly string[];
}

const checks: readonly RowCheck[] = [
  {
    query: owners,
    what: 'its row names others than its order or trade does',
    reads: ['read_trades.trades', 'read_orders.orders'],
  },
  { query: closings, what: 'it was not closed, or not closed like that, by the audit log' },
  { query: lastMessages, what: 'its row does not say when its last message came' },
  { query: images, what: 'its image is missing, or is not the one that was sent with it' },
];
