import { request } from 'node:https';
import { publicLookup } from './public-address.ts';

/** One message for one browser, encrypted and signed. */
export interface PushRequest {
  readonly endpoint: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** Sends a message to the push service; resolves to the HTTP status. */
export type PostToPushService = (message: PushRequest, signal: AbortSignal) => Promise<number>;

/** Uses HTTPS to public addresses only. Follows no redirect and reads only the status. */
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
