import type { Middleware } from 'koa';
import { createGroups } from './groups.ts';
import { clientNetwork } from './rate-limits.ts';

/** Some sixty of the largest files at once, on slow lines. */
const bytesMax = 128 * 1024 * 1024;

/**
 * An answer is kept in memory until its reader has taken it, who may never do so. Beyond `bytesMax` in all, closes the
 * oldest connection of the network with the most of them, so that an attacker closes its own first.
 */
export function limitUnreadAnswers(): Middleware {
  const unread = createGroups<{ close(): void }>();
  let bytes = 0;
  return async (ctx, next) => {
    await next();
    const { res, body, length = 0 } = ctx;
    const { socket } = ctx.req;
    // A stream is read as it is sent.
    if ((typeof body !== 'string' && !Buffer.isBuffer(body)) || socket.destroyed) return;
    const answer = {
      close(): void {
        left();
        socket.destroy();
      },
    };
    const left = (): void => {
      res.off('close', left);
      socket.off('close', left);
      unread.remove(answer);
      bytes -= length;
    };
    res.once('close', left);
    // An answer that waits for the one before it is not closed with its connection.
    socket.once('close', left);
    unread.add(answer, clientNetwork(ctx.ip));
    bytes += length;
    while (bytes > bytesMax && unread.size() > 1) unread.oldestOfLargest()?.close();
  };
}
