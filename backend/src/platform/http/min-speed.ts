import type { Context } from 'koa';
import { failure } from './request-failure.ts';

export interface MinSpeed {
  readonly bytesPerSecond: number;
  /** Not checked before this time. */
  readonly graceSeconds: number;
}

const checkEveryMs = 500;

/** Reads a body and fails when it arrives too slowly, by the speed that is required at the time. */
export async function readWithMinSpeed(
  ctx: Context,
  read: () => Promise<unknown>,
  minSpeed: () => MinSpeed,
): Promise<void> {
  const { socket } = ctx.req;
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  const startedAt = performance.now();
  const bytesBefore = socket.bytesRead;
  const check = setInterval(() => {
    const { bytesPerSecond, graceSeconds } = minSpeed();
    const seconds = (performance.now() - startedAt) / 1_000 - graceSeconds;
    if (socket.bytesRead - bytesBefore < seconds * bytesPerSecond) reject(failure('UPLOAD_TOO_SLOW'));
  }, checkEveryMs);
  tooSlow.catch(() => {
    // The rest is not read; closing the connection frees the parser's buffers.
    ctx.set('Connection', 'close');
    ctx.res.once('finish', () => ctx.req.destroy());
  });
  try {
    await Promise.race([read(), tooSlow]);
  } finally {
    clearInterval(check);
  }
}
