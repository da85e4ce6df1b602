import { chatPaths } from '@matgyo/contracts/paths/chat';
import { noAnswer, refusalOf, uploadWithinMs } from '../../api/call.ts';
import { currentLanguage } from '../../i18n/index.ts';
import { currentSession } from '../../session/session.ts';

/**
 * Uploads an image and returns the URL for the message; `onProgress` gets 0 to 1. Uses XMLHttpRequest because `fetch`
 * does not report upload progress. Throws `CallFailure`.
 */
export function uploadImage(
  roomId: string,
  image: Blob,
  onProgress: (share: number) => void,
): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const request = new XMLHttpRequest();
  const { method, path } = chatPaths.uploadImage;
  request.open(method, `/api/v1${path.replace(':orderId', encodeURIComponent(roomId))}`);
  request.setRequestHeader('accept-language', currentLanguage());
  const token = currentSession()?.token;
  if (token !== undefined) request.setRequestHeader('authorization', `Bearer ${token}`);
  request.responseType = 'json';
  request.timeout = uploadWithinMs;
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
  request.onload = () => {
    const { url } = (request.response ?? {}) as { url?: unknown };
    if (request.status < 300 && typeof url === 'string') resolve(url);
    else if (request.status < 300) reject(noAnswer('UNREADABLE'));
    else reject(refusalOf(request.status, request.response, token, request.getResponseHeader('retry-after')));
  };
  request.onerror = () => reject(noAnswer('NETWORK'));
  request.ontimeout = () => reject(noAnswer('TIMEOUT'));
  const form = new FormData();
  form.set('file', image, 'image.jpg');
  request.send(form);
  return promise;
}
