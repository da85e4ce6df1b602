import type { Context } from 'koa';
import { clientNetwork } from './rate-limits.ts';
import { failure } from './request-failure.ts';
import type { RequestState } from './request-log.ts';
import { createTurns, createTurnsEach, type Turns } from './turns.ts';

/**
 * Uploads are held in memory, so only so many are read at a time; the others wait with their bytes unread. Visitors and
 * those signed in have places of their own, and no address has more than a quarter of either (docs/decisions/limits.md).
 */
const places = { visitors: createPlaces(), signedIn: createPlaces() };

function createPlaces(): (who: string, read: Parameters<Turns>[0]) => Promise<unknown> {
  const inTurn = createTurns({ atOnce: 8, mostWaiting: 64 });
  const ofOneInTurn = createTurnsEach({ atOnce: 2, mostWaiting: 16 });
  return (who, read) => ofOneInTurn(who, () => inTurn(read));
}

/** What an upload has to keep to once it has a place: 5 MB in a minute need five times as much. */
const pace = { bytesPerSecond: 16_000, graceSeconds: 3 };
const lookEveryMs = 500;

/**
 * Reads a body that may be large when it is its turn, as long as its bytes keep coming.
 *
 * @throws RequestFailure UNAVAILABLE, UPLOAD_TOO_SLOW
 */
export async function inTurnOfUploads(ctx: Context, read: () => Promise<unknown>): Promise<void> {
  const { memberId } = ctx.state as RequestState;
  const [of, who] =
    memberId === undefined
      ? ([places.visitors, clientNetwork(ctx.ip)] as const)
      : ([places.signedIn, memberId] as const);
  await of(who, () => atPace(ctx, read));
}

async function atPace(ctx: Context, read: () => Promise<unknown>): Promise<void> {
  const { socket } = ctx.req;
  const { promise: tooSlow, reject } = Promise.withResolvers<never>();
  const began = performance.now();
  const readBefore = socket.bytesRead;
  const look = setInterval(() => {
    const seconds = (performance.now() - began) / 1_000 - pace.graceSeconds;
    if (socket.bytesRead - readBefore < seconds * pace.bytesPerSecond) reject(failure('UPLOAD_TOO_SLOW'));
  }, lookEveryMs);
  tooSlow.catch(() => {
    // Nobody reads the rest, and what the parser holds of it goes with the connection.
    ctx.set('Connection', 'close');
    ctx.res.once('finish', () => ctx.req.destroy());
  });
  try {
    await Promise.race([read(), tooSlow]);
  } finally {
    clearInterval(look);
  }
}
