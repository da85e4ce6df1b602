import type { Context } from 'koa';
import { readWithMinSpeed } from './min-speed.ts';
import { clientNetwork } from './rate-limits.ts';
import type { RequestState } from './request-log.ts';
import { createWorkQueue, createWorkQueues, type WorkQueue } from './work-queue.ts';

/**
 * Uploads are held in memory, so only a few are read at a time. Visitors and members have separate queues, and no
 * address may use more than a quarter of either (docs/decisions/limits.md).
 */
const queues = { visitors: createQueue(), signedIn: createQueue() };

function createQueue(): (key: string, read: Parameters<WorkQueue>[0]) => Promise<unknown> {
  const overall = createWorkQueue({ concurrentMax: 8, waitingMax: 64 });
  const perKey = createWorkQueues({ concurrentMax: 2, waitingMax: 16 });
  return (key, read) => perKey(key, () => overall(read));
}

/** Minimum speed once reading has begun, a fifth of 5 MB per minute. */
const minSpeed = { bytesPerSecond: 16_000, graceSeconds: 3 };

/**
 * Reads a possibly large body when it is its turn.
 *
 * @throws RequestFailure UNAVAILABLE, UPLOAD_TOO_SLOW
 */
export async function inUploadQueue(ctx: Context, read: () => Promise<unknown>): Promise<void> {
  const { memberId } = ctx.state as RequestState;
  const [queue, key] =
    memberId === undefined
      ? ([queues.visitors, clientNetwork(ctx.ip)] as const)
      : ([queues.signedIn, memberId] as const);
  await queue(key, () => readWithMinSpeed(ctx, read, minSpeed));
}
