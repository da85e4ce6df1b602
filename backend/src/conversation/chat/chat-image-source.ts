import { chatImageBytesMax, chatImageId } from '@matgyo/contracts/endpoints/chat-views';
import { apiPrefix } from '../../platform/http/mount.ts';
import { failure } from '../../platform/http/request-failure.ts';

export const chatImageUrl = (imageId: string): string => `${apiPrefix}/chat/images/${imageId}`;

const dataUrlStart = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w=.+-]+){0,8};base64,/i;
const base64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** Reads a message's `image`: a data URL, as in the specification, or the URL that an upload returned. */
export function imageSourceOf(image: string): { readonly bytes: Buffer } | { readonly id: string } {
  const start = dataUrlStart.exec(image)?.[0];
  if (start !== undefined) return { bytes: decoded(image.slice(start.length)) };
  const id = image.slice(image.lastIndexOf('/') + 1);
  if (!chatImageId.test(id) || !image.endsWith(chatImageUrl(id))) throw failure('IMAGE_INVALID');
  return { id };
}

function decoded(text: string): Buffer {
  // The size follows from the length, so too large an image is refused before it is decoded.
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  if (Math.floor((text.length * 3) / 4) - padding > chatImageBytesMax) throw failure('CHAT_IMAGE_TOO_LARGE');
  if (!base64.test(text)) throw failure('IMAGE_INVALID');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length === 0) throw failure('IMAGE_INVALID');
  return bytes;
}
