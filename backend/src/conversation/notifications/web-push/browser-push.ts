import { notificationText } from '@matgyo/contracts/notification-texts';
import { sql } from 'kysely';
import webPush from 'web-push';
import type { Config, WebPushConfig } from '../../../config.ts';
import { isActiveSession } from '../../../identity/sessions/active-session.ts';
import { isUnfitForStaff } from '../../../identity/sessions/session-callers.ts';
import { atStop } from '../../../platform/background.ts';
import type { Database, Tables } from '../../../platform/database/tables.ts';
import { loggable } from '../../../platform/http/error-answer.ts';
import { createWorkQueue, createWorkQueues } from '../../../platform/http/work-queue.ts';
import type { Shared } from '../../../shared.ts';
import type { FreshRow } from '../notification-rows.ts';
import { impersonalFields } from '../notification-view.ts';
import type { PostToPushService, PushRequest } from './post-to-push-service.ts';

/** Messages beyond this are dropped; the notification lists still show them. */
const waitingMax = 1_000;
const inAll = { concurrentMax: 8, waitingMax };
/** A member names the services themselves: ones that never answer hold up that member's messages only. */
const ofOneMember = { concurrentMax: 2, waitingMax: 250 };
const sendMsMax = 10_000;
/** How long the service keeps a message for an offline browser. */
const ttlSeconds = 86_400;

type Subscription = Pick<
  Tables['app.push_subscriptions'],
  'endpoint' | 'member_id' | 'p256dh' | 'auth' | 'language'
>;

interface Browser extends Readonly<Subscription> {
  /** An admin whose role is in force in its session. */
  readonly admin: boolean;
}

interface Message {
  readonly browser: Browser;
  readonly row: FreshRow;
}

export type BrowserPush = ReturnType<typeof createBrowserPush>;

/** Notifies browsers, also while no page is open. A failed message is not sent again; the notification lists show it. */
export function createBrowserPush(
  { db, logger }: Pick<Shared, 'db' | 'logger'>,
  { requireSecondFactor, ...vapid }: WebPushConfig & Pick<Config, 'requireSecondFactor'>,
  post: PostToPushService,
) {
  const sending = new Set<Promise<void>>();
  const stopping = new AbortController();
  const queued = createWorkQueue(inAll);
  const ofMember = createWorkQueues(ofOneMember);

  function enqueue(message: Message): void {
    const sent = ofMember(message.browser.member_id, () => queued(() => deliver(message)))
      .catch(() => logger.warn('too many notifications to send'))
      .finally(() => sending.delete(sent));
    sending.add(sent);
  }

  async function deliver(message: Message): Promise<void> {
    if (stopping.signal.aborted) return;
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(sendMsMax)]);
    try {
      const status = await post(requestFor(message, vapid), signal);
      // The permission was revoked, or the browser no longer exists.
      if (status === 404 || status === 410) await unsubscribe(message.browser);
      else if (status < 200 || status > 299) logger.warn({ status }, 'a push service refused a notification');
    } catch (error) {
      if (!stopping.signal.aborted) logger.warn({ error: loggable(error) }, 'a notification was not sent');
    }
  }

  const unsubscribe = ({ endpoint }: Browser) =>
    db.deleteFrom('app.push_subscriptions').where('endpoint', '=', endpoint).execute();

  return {
    /** Queues a message for each subscribed browser; resolves before they are sent. */
    async send(rows: readonly FreshRow[]): Promise<void> {
      if (rows.length === 0 || stopping.signal.aborted) return;
      const browsers = await browsersOf(db, rows, requireSecondFactor);
      for (const row of rows)
        for (const browser of browsers) if (isFor(row, browser)) enqueue({ browser, row });
    },
    /** Aborts pending requests. */
    work: atStop(async () => {
      stopping.abort();
      await Promise.all(sending);
    }),
  };
}

const isFor = ({ box, not_to }: FreshRow, { admin, member_id }: Browser): boolean =>
  box === 'admins' ? admin && !not_to.includes(member_id) : member_id === box;

/** Browsers with a live session: signing out also ends notifications. */
async function browsersOf(
  db: Database,
  rows: readonly FreshRow[],
  requireSecondFactor: boolean,
): Promise<readonly Browser[]> {
  const boxes = [...new Set(rows.map(({ box }) => box))];
  const isAdmin = sql`(account.admin and account.status = 'active' and not ${isUnfitForStaff(requireSecondFactor)})`;
  const { rows: found } = await sql<Browser>`
    select s.endpoint, s.member_id, s.p256dh, s.auth, s.language, ${isAdmin} as admin
    from app.push_subscriptions s join read_accounts.accounts account on account.member_id = s.member_id
      join app.sessions session on session.id = s.session_id
    where (s.member_id = any(${boxes}::text[]) or (${boxes.includes('admins')} and ${isAdmin})) and ${isActiveSession}
    limit ${waitingMax}`.execute(db);
  return found;
}

/** Contains no names and no figures: others may see the screen. */
function requestFor({ browser, row }: Message, config: WebPushConfig): PushRequest {
  const { code, side } = row;
  const fields = impersonalFields(row);
  const { isForAdmin } = fields;
  const payload = { ...fields, message: notificationText({ code, side, isForAdmin }, browser.language) };
  const { endpoint, p256dh, auth } = browser;
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    { vapidDetails: config, TTL: ttlSeconds, contentEncoding: 'aes128gcm' },
  );
  return {
    endpoint,
    body,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  };
}
