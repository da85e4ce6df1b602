import type { Context } from 'koa';
import { failure } from './request-failure.ts';

export interface Pace {
  readonly bytesPerSecond: number;
  /** Before it is looked at. */
  readonly graceSeconds: number;
}

const lookEveryMs = 500;

/**
 * Reads a body as long as its bytes keep coming.
 *
 * @throws RequestFailure UPLOAD_TOO_SLOW
 */
export async function atPace(
  ctx: Context,
  read: () => Promise<unknown>,
  { bytesPerSecond, graceSeconds }: Pace,
): Promise<void> {
  const { socket } = ctx.req;
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  const began = performance.now();
  const readBefore = socket.bytesRead;
  const look = setInterval(() => {
    const seconds = (performance.now() - began) / 1_000 - graceSeconds;
    if (socket.bytesRead - readBefore < seconds * bytesPerSecond) reject(failure('UPLOAD_TOO_SLOW'));
  }, lookEveryMs);
  tooSlow.catch(() => {
    // The rest is not read; what the parser has of it is freed with the connection.
    ctx.set('Connection', 'close');
    ctx.res.once('finish', () => ctx.req.destroy());
  });
  try {
    await Promise.race([read(), tooSlow]);
  } finally {
    clearInterval(look);
  }
}
