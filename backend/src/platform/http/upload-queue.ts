import type { Context } from 'koa';
import { atPace } from './pace.ts';
import { clientNetwork } from './rate-limits.ts';
import type { RequestState } from './request-log.ts';
import { createWorkQueue, createWorkQueues, type WorkQueue } from './work-queue.ts';

/**
 * Uploads are held in memory, so only so many are read at a time; the others wait with their bytes unread. Visitors and
 * those signed in have places of their own, and no address has more than a quarter of either (docs/decisions/limits.md).
 */
const places = { visitors: createPlaces(), signedIn: createPlaces() };

function createPlaces(): (who: string, read: Parameters<WorkQueue>[0]) => Promise<unknown> {
  const inTurn = createWorkQueue({ atOnce: 8, mostWaiting: 64 });
  const ofOneInTurn = createWorkQueues({ atOnce: 2, mostWaiting: 16 });
  return (who, read) => ofOneInTurn(who, () => inTurn(read));
}

/** What an upload has to keep to once it has a place: 5 MB in a minute need five times as much. */
const pace = { bytesPerSecond: 16_000, graceSeconds: 3 };

/**
 * Reads a body that may be large when it is its turn, as long as its bytes keep coming.
 *
 * @throws RequestFailure UNAVAILABLE, UPLOAD_TOO_SLOW
 */
export async function inUploadQueue(ctx: Context, read: () => Promise<unknown>): Promise<void> {
  const { memberId } = ctx.state as RequestState;
  const [of, who] =
    memberId === undefined
      ? ([places.visitors, clientNetwork(ctx.ip)] as const)
      : ([places.signedIn, memberId] as const);
  await of(who, () => atPace(ctx, read, pace));
}
