import type { ChatMessageView } from '@matgyo/contracts/endpoints/chat-views';
import { chatPaths } from '@matgyo/contracts/paths/chat';
import type { Refused } from '@matgyo/contracts/realtime';
import { call } from '../../../api/call.ts';
import { isFailure, isPassing } from '../../../api/call-failure.ts';
import { ask, isSocketUp, SocketSilent } from '../../../realtime/socket.ts';
import { uploadImage } from '../upload-image.ts';
import type { Outgoing } from './messages.ts';

type Said = { readonly ok: true; readonly message: ChatMessageView } | Refused;

/**
 * Sends one message with its picture: by the socket, or over HTTP where that is down or fell silent. Both carry its
 * `clientId`, so one that arrived by both ways is stored once. Throws `CallFailure`.
 */
export async function sayMessage(
  roomId: string,
  { clientId, content, image }: Outgoing,
  onProgress: (share: number) => void,
): Promise<Said> {
  const url = image && (await uploadImage(roomId, image, onProgress));
  const message = { orderId: roomId, clientId, content, ...(url !== undefined && { image: url }) };
  return bySocket(
    () => ask('sendMessage', message),
    () => call(chatPaths.send, { body: message }),
  );
}

/** Says how far one has read; whether it was taken. Throws `CallFailure` when nobody answered. */
export const sayRead = (roomId: string, seq: number): Promise<boolean> =>
  bySocket(
    async () => (await ask('read', { orderId: roomId, seq })).ok,
    () =>
      call(chatPaths.markRead, { params: { orderId: roomId }, body: { seq } }).then(
        () => true,
        (failure) => {
          if (isFailure(failure) && failure.facts.status > 0) return false;
          throw failure;
        },
      ),
  );

/** Why a message was refused, in the server's words; undefined where trying the same again may do. */
export function refusalOf(reason: unknown): string | undefined {
  if (isFailure(reason)) return isPassing(reason) ? undefined : reason.facts.sentence;
  const { code, error } = reason as Partial<Refused>;
  return code === 'UNAVAILABLE' ? undefined : error;
}

async function bySocket<T>(say: () => Promise<T>, overHttp: () => Promise<T>): Promise<T> {
  if (!isSocketUp()) return overHttp();
  try {
    return await say();
  } catch (error) {
    if (error instanceof SocketSilent) return overHttp();
    throw error;
  }
}
