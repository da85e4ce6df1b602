import { chatPaths } from '@matgyo/contracts/paths/chat';
import { CallFailure, type FailureCode } from '../../api/call-failure.ts';
import { currentLanguage } from '../../i18n/index.ts';
import { currentSession } from '../../session/session.ts';

/** A photo over a slow connection takes longer than a normal call. */
const uploadWithinMs = 120_000;

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
    else reject(failureOf(request.status, request.response));
  };
  request.onerror = () => reject(failureOf(0, { code: 'NETWORK' }));
  request.ontimeout = () => reject(failureOf(0, { code: 'TIMEOUT' }));
  const form = new FormData();
  form.set('file', image, 'image.jpg');
  request.send(form);
  return promise;
}

function failureOf(status: number, answer: unknown): CallFailure {
  const answerFields = (answer ?? {}) as Record<string, unknown>;
  return new CallFailure({
    code: (typeof answerFields['code'] === 'string' ? answerFields['code'] : 'UNREADABLE') as FailureCode,
    status,
    sentence: typeof answerFields['error'] === 'string' ? answerFields['error'] : undefined,
    details: {},
    requestId: typeof answerFields['requestId'] === 'string' ? answerFields['requestId'] : undefined,
    retryAfterSeconds: undefined,
  });
}
