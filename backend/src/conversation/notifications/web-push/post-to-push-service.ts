import { request } from 'node:https';
import { publicLookup } from './public-address.ts';

/** One message for one browser, encrypted and signed. */
export interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Hands a message to the service that delivers it; resolves to the status it answers with. */
export type PostToPushService = (message: PushRequest, signal: AbortSignal) => Promise<number>;

/** Over HTTPS, to public addresses only. Follows no redirect, and reads nothing of the answer but its status. */
export const postToPushService: PostToPushService = ({ endpoint, headers, body }, signal) =>
  new Promise((resolve, reject) => {
    const sending = request(
      endpoint,
      { method: 'POST', headers, signal, lookup: publicLookup, agent: false },
      (answer) => {
        resolve(answer.statusCode ?? 0);
        answer.destroy();
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
