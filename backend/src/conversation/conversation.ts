import { Counter, type Registry } from 'prom-client';
import type { IdentityParts } from '../identity/parts.ts';
import { type BackgroundWork, everyTenMinutes, repeated } from '../platform/background.ts';
import { sweepRows } from '../platform/database/sweep-rows.ts';
import type { Route } from '../platform/http/capability.ts';
import { createRoomImages } from '../platform/images/room-images.ts';
import { changeFeed } from '../platform/realtime/change-feed.ts';
import type { Realtime } from '../platform/realtime/realtime.ts';
import type { Shared } from '../shared.ts';
import { handleChatEvents } from './chat/chat-events.ts';
import { matchedIn, matchedRooms } from './chat/matched-rooms.ts';
import { createMessageStore } from './chat/message-store.ts';
import { createRoomReports } from './chat/room-reports.ts';
import { chatRoutes } from './chat/routes.ts';
import type { PlacedMessage } from './chat/store-message.ts';
import { inquiryRoutes } from './inquiries/routes.ts';
import { expiredRows } from './notifications/mark-read.ts';
import { createNotifier, notifyOfChanges } from './notifications/notifier.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { notifyOfFirstMessage } from './notifications/store-notifications.ts';
import { createBrowserPush } from './notifications/web-push/browser-push.ts';
import { postToPushService } from './notifications/web-push/post-to-push-service.ts';

type ConversationNeeds = Shared & Pick<IdentityParts, 'payoutChanges'> & { readonly realtime: Realtime };

const notificationsPauseMs = 100;

export function createConversation(needs: ConversationNeeds) {
  const { config, pool, db, visibility, limits, sealedRows, payoutChanges, realtime, logger } = needs;
  const { push } = realtime;
  const { webPush, requireSecondFactor } = config;
  const browserPush =
    webPush && createBrowserPush(needs, { ...webPush, requireSecondFactor }, postToPushService);
  const notifier = createNotifier(needs, push, browserPush?.send);
  const images = createRoomImages(db, needs.imageFiles);
  const listMatchedRooms = matchedRooms(pool);
  const messages = createMessageStore({
    db,
    pool,
    images,
    onFirst: notifyOfFirstMessage(notifier),
    onStored: countMessages(needs.registry),
  });
  const reports = createRoomReports(push);
  const { reportRoom } = reports;
  const chat = { db, limits, push, images, messages, payoutChanges, reportRoom };
  realtime.serve((socket, requests) => handleChatEvents({ ...chat, ...requests }, socket));

  return {
    notifier,

    routes: [
      ...inquiryRoutes({ db, limits, notifier, push, sealedRows, logger }),
      ...notificationRoutes(db, push, browserPush !== undefined),
      ...chatRoutes({ ...chat, notifier, logger }),
    ] satisfies readonly Route[],

    background: [
      // A feed of its own, so that it never delays the sockets.
      changeFeed({
        name: 'notifications',
        pool,
        visibility,
        logger,
        pauseMs: notificationsPauseMs,
        async listener(changes, missed) {
          await listMatchedRooms(missed ? undefined : matchedIn(changes));
          await notifyOfChanges(notifier)(changes, missed);
        },
      }),
      reports.work,
      ...(browserPush === undefined ? [] : [browserPush.work]),
      repeated('notification marks', everyTenMinutes, () => sweepRows(db, expiredRows), logger),
    ] satisfies readonly BackgroundWork[],
  };
}

function countMessages(registry: Registry) {
  const messages = new Counter({
    name: 'chat_messages_total',
    help: 'Chat messages stored by this process, by kind of room',
    labelNames: ['kind'],
    registers: [registry],
  });
  return ({ room }: PlacedMessage): void => messages.inc({ kind: room.kind });
}
