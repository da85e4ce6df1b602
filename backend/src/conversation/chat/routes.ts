import { chatEndpoints } from '@matgyo/contracts/endpoints/chat';
import type { PaymentMethodDependencies } from '../../identity/members/payment-methods.ts';
import { capability, type Route } from '../../platform/http/capability.ts';
import type { PersonalReadings } from '../../proof/audit/personal-readings.ts';
import { readChatImage, uploadChatImage } from './chat-images.ts';
import { closeChat } from './close-chat.ts';
import { listSessions, ownSessions } from './list-sessions.ts';
import { markRead, unreadRooms } from './read-marks.ts';
import { readEndedMessages, readMessages } from './read-messages.ts';
import { roomPeople } from './room-people.ts';
import { roomView } from './room-view.ts';
import { type ChatDependencies, sendMessage } from './send-message.ts';

/** The chat endpoints. Sockets use the same functions (platform/realtime). */
export function chatRoutes(
  deps: ChatDependencies & PaymentMethodDependencies & PersonalReadings,
): readonly Route[] {
  const { db } = deps;
  return capability(chatEndpoints, {
    messages: readMessages(deps),
    adminMessages: readMessages(deps),
    endedMessages: readEndedMessages(deps),
    userInfo: roomPeople(deps),
    liveSessions: listSessions(db, 'live'),
    endedSessions: listSessions(db, 'ended'),
    ownSessions: ownSessions(db),
    async send({ caller, body, language }) {
      const message = await sendMessage(deps, caller, body, language);
      return { ok: true as const, seq: message.seq, message };
    },
    async close({ caller, params, body, requestId }) {
      const room = await closeChat(deps, caller, { ...params, ...body }, requestId);
      return { message: 'chat closed', room: await roomView(db, room, caller.memberId) };
    },
    uploadImage: (request) => uploadChatImage(deps, request),
    image: (request) => readChatImage(deps, request),
    async markRead({ caller, params, body }) {
      const room = await markRead(deps, caller, { ...params, ...body });
      return { room: await roomView(db, room, caller.memberId) };
    },
    unread: ({ caller }) => unreadRooms(db, caller),
  });
}
