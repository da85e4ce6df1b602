import type { Language } from '@matgyo/contracts/errors/index';
import type { MemberId } from '@matgyo/contracts/ids';
import { notificationText } from '@matgyo/contracts/notification-texts';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import webPush from 'web-push';
import type { WebPushConfig } from '../../../config.ts';
import { isLiving } from '../../../identity/sessions/living-session.ts';
import type { BackgroundWork } from '../../../platform/background.ts';
import type { Database } from '../../../platform/database/tables.ts';
import { loggable } from '../../../platform/http/error-answer.ts';
import type { NotificationRow } from '../notification-rows.ts';
import type { PostToPushService, PushRequest } from './post-to-push-service.ts';

/** Messages that wait to be sent; what comes on top of them is in the lists all the same. */
const mostWaiting = 1_000;
const atOnce = 8;
const longestSendMs = 10_000;
/** How long a service keeps a message for a browser that is off. */
const secondsKept = 86_400;

interface Browser {
  readonly endpoint: string;
  readonly member_id: MemberId;
  readonly p256dh: string;
  readonly auth: string;
  readonly language: Language;
  /** An active admin. */
  readonly admin: boolean;
}

interface Message {
  readonly browser: Browser;
  readonly row: NotificationRow;
}

export interface BrowserPushDependencies {
  readonly db: Database;
  readonly config: WebPushConfig;
  readonly post: PostToPushService;
  readonly logger: Logger;
  readonly staffIdleMinutes: number;
}

export interface BrowserPush {
  /** Queues a message for each browser that is to be told; resolves before they are sent. */
  send(rows: readonly NotificationRow[]): Promise<void>;
  /** Ends what is being sent when its signal is aborted. */
  readonly work: BackgroundWork;
}

/** Tells browsers while no page is open. A message that does not get through is not sent again: it is in the lists. */
export function createBrowserPush(deps: BrowserPushDependencies): BrowserPush {
  const { db, config, post, logger, staffIdleMinutes } = deps;
  const waiting: Message[] = [];
  const sending = new Set<Promise<void>>();
  const stopping = new AbortController();

  function fill(): void {
    while (sending.size < atOnce && !stopping.signal.aborted) {
      const message = waiting.shift();
      if (message === undefined) return;
      const sent = deliver(message).finally(() => {
        sending.delete(sent);
        fill();
      });
      sending.add(sent);
    }
  }

  async function deliver(message: Message): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(longestSendMs)]);
    try {
      const status = await post(requestFor(message, config), signal);
      // The browser's owner has taken the permission back, or the browser is no more.
      if (status === 404 || status === 410) await forget(message.browser);
      else if (status < 200 || status > 299) logger.warn({ status }, 'a push service refused a notification');
    } catch (error) {
      if (!stopping.signal.aborted) logger.warn({ error: loggable(error) }, 'a notification was not sent');
    }
  }

  const forget = ({ endpoint }: Browser) =>
    db.deleteFrom('app.push_subscriptions').where('endpoint', '=', endpoint).execute();

  return {
    async send(rows) {
      if (rows.length === 0 || stopping.signal.aborted) return;
      const browsers = await browsersOf(db, rows, staffIdleMinutes);
      const messages = rows.flatMap((row) =>
        browsers
          .filter((browser) =>
            row.box === 'admins'
              ? browser.admin && browser.member_id !== row.subject_id
              : browser.member_id === row.box,
          )
          .map((browser) => ({ browser, row })),
      );
      const room = mostWaiting - waiting.length;
      waiting.push(...messages.slice(0, room));
      if (messages.length > room)
        logger.warn({ dropped: messages.length - room }, 'too many notifications to send');
      fill();
    },
    work: {
      name: 'browser push',
      async run(signal) {
        await new Promise<void>((resolve) => {
          if (signal.aborted) resolve();
          signal.addEventListener('abort', () => resolve(), { once: true });
        });
        stopping.abort();
        waiting.length = 0;
        await Promise.all(sending);
      },
    },
  };
}

/** Of sessions that live: with its session a browser is signed out of this, too. */
async function browsersOf(
  db: Database,
  rows: readonly NotificationRow[],
  staffIdleMinutes: number,
): Promise<readonly Browser[]> {
  const boxes = [...new Set(rows.map(({ box }) => box))];
  const { rows: found } = await sql<Browser>`
    select s.endpoint, s.member_id, s.p256dh, s.auth, s.language, account.admin and account.status = 'active' as admin
    from app.push_subscriptions s join read_accounts.accounts account on account.member_id = s.member_id
      join app.sessions session on session.id = s.session_id
    where (s.member_id = any(${boxes}::text[])
      or (${boxes.includes('admins')} and account.admin and account.status = 'active')) and ${isLiving(staffIdleMinutes)}
    limit ${mostWaiting}`.execute(db);
  return found;
}

/** Nobody's name and no figure: others may look at the screen it appears on. */
function requestFor({ browser, row }: Message, config: WebPushConfig): PushRequest {
  const { code, side } = row;
  const payload = {
    _id: row.notification_id,
    code,
    topic: row.topic,
    isForAdmin: row.box === 'admins',
    message: notificationText({ code, side }, browser.language),
    orderId: row.order_id,
    orderType: side,
    currentOrderInProgress: row.counter_order_id,
    tradeId: row.trade_id,
    roomId: row.room_id,
    inquiryId: row.inquiry_id,
  };
  const { endpoint, p256dh, auth } = browser;
  const { headers, body } = webPush.generateRequestDetails(
    { endpoint, keys: { p256dh, auth } },
    JSON.stringify(payload),
    { vapidDetails: config, TTL: secondsKept, contentEncoding: 'aes128gcm' },
  );
  return {
    endpoint,
    body,
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
  };
}
