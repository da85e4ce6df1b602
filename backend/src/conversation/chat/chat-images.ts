import type { chatEndpoints } from '@matgyo/contracts/endpoints/chat';
import type { HandlerRequest } from '../../platform/http/handler.ts';
import { failure, RequestFailure } from '../../platform/http/request-failure.ts';
import { chatImageUrl } from './chat-image-source.ts';
import { readableRoom, refuseInactive } from './chat-room.ts';
import { type ChatDependencies, refuseClosed } from './send-message.ts';

/** Stores an image for a room. A message must use it within an hour. */
export async function uploadChatImage(
  { db, images, limits }: ChatDependencies,
  { caller, params, body, file }: HandlerRequest<typeof chatEndpoints.uploadImage>,
) {
  const entered = await readableRoom(db, caller, { ...params, ...body });
  refuseInactive(caller, entered);
  await refuseClosed(db, entered.room);
  if (file === undefined || file.bytes.length === 0) throw failure('IMAGE_REQUIRED');
  await limits.countChatImage(caller.memberId);
  const id = await images.add(file.bytes, { roomId: entered.room.id, uploaderId: caller.memberId });
  return { url: chatImageUrl(id) };
}

/** An image, for readers of its room; before it is sent, for its uploader only. */
export async function readChatImage(
  { db, images }: ChatDependencies,
  { caller, params, reply }: HandlerRequest<typeof chatEndpoints.image>,
) {
  const image = await images.find(params.id);
  if (image === undefined) throw failure('NOT_FOUND');
  if (!image.isSent && image.uploaderId !== caller.memberId) throw failure('NOT_FOUND');
  await readableRoom(db, caller, { orderId: image.roomId }).catch((error: unknown) => {
    throw error instanceof RequestFailure ? failure('NOT_FOUND') : error;
  });
  const bytes = await images.read(params.id);
  if (bytes === undefined) throw failure('NOT_FOUND');
  reply.header('Content-Disposition', 'inline; filename="chat.jpg"');
  return bytes;
}
