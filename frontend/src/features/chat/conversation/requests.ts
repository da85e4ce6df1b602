import type { ChatMessageView } from '@matgyo/contracts/endpoints/chat-views';
import { chatPaths } from '@matgyo/contracts/paths/chat';
import type { Refused } from '@matgyo/contracts/realtime';
import { call } from '../../../api/call.ts';
import { isFailure, isPassing } from '../../../api/call-failure.ts';
import { isSocketUp, request, SocketSilent } from '../../../realtime/socket.ts';
import { uploadImage } from '../upload-image.ts';
import type { Outgoing } from './messages.ts';

type SendReply = { readonly ok: true; readonly message: ChatMessageView } | Refused;

/** Of uploaded images: the server refuses a repeat of their message with another one. */
const urls = new WeakMap<Blob, string>();

/**
 * Sends a message with its picture: by the socket, or over HTTP if the socket is down or silent. Both carry the
 * `clientId`, so the server stores it once. Throws `CallFailure`.
 */
export async function sendMessage(
  roomId: string,
  { clientId, content, image, refusal }: Outgoing,
  onProgress: (share: number) => void,
): Promise<SendReply> {
  // The server removes images that are not used within an hour.
  if (image && refusal !== undefined) urls.delete(image);
  const url = image && (urls.get(image) ?? (await uploadImage(roomId, image, onProgress)));
  if (image && url) urls.set(image, url);
  onProgress(1);
  const message = { orderId: roomId, clientId, content, image: url };
  return bySocket(
    () => request('sendMessage', message),
    () => call(chatPaths.send, { body: message }),
  );
}

/** Marks messages as read. `unknown`: trying again may help. */
export async function sendRead(roomId: string, seq: number): Promise<'read' | 'refused' | 'unknown'> {
  try {
    const reply = await bySocket(
      () => request('read', { orderId: roomId, seq }),
      () => call(chatPaths.markRead, { params: { orderId: roomId }, body: { seq } }).then(() => undefined),
    );
    if (reply?.ok !== false) return 'read';
    return refusalOf(reply) === undefined ? 'unknown' : 'refused';
  } catch (failure) {
    return refusalOf(failure) === undefined ? 'unknown' : 'refused';
  }
}

/** The server's text on why it refused a message, '' if a proxy refused it; undefined if trying again may help. */
export function refusalOf(reason: unknown): string | undefined {
  if (isFailure(reason)) return isPassing(reason) ? undefined : (reason.answer.sentence ?? '');
  const { code, error } = reason as Partial<Refused>;
  return code === 'UNAVAILABLE' ? undefined : error;
}

async function bySocket<T>(send: () => Promise<T>, overHttp: () => Promise<T>): Promise<T> {
  if (!isSocketUp()) return overHttp();
  try {
    return await send();
  } catch (error) {
    if (error instanceof SocketSilent) return overHttp();
    throw error;
  }
}
