import { errorCodes } from '@matgyo/contracts/errors/index';
import { z } from 'zod';
import { failure, type RequestFailure } from '../../platform/http/request-failure.ts';

/**
 * The last event of a command: its id for the client, its position for those who wait until it is visible. A reply
 * that was written together with its events has no position.
 */
const eventRef = z.object({ id: z.string(), position: z.string().optional() });

export type EventRef = z.output<typeof eventRef>;

const storedReply = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('answer'), answer: z.unknown(), event: eventRef.nullable() }),
  z.object({
    kind: z.literal('refusal'),
    code: z.enum(errorCodes as [(typeof errorCodes)[number]]),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
]);

/**
 * What a command was answered. A refusal is kept as its code, so that a repeat gets the sentence in the language
 * it asks for and the number of its own request.
 */
export type StoredReply = z.output<typeof storedReply>;

export const parseStoredReply = (stored: unknown): StoredReply => storedReply.parse(stored);

/**
 * Refusals that say nothing about the command itself: asked again, it may well succeed. STALE_REVISION is one, because
 * the revision that was seen stands in a header (`If-Match`): whoever has looked meanwhile asks for the same act again
 * with another. Whoever has not is refused again, for no revision comes back.
 */
const passing: ReadonlySet<string> = new Set([
  'IN_PROGRESS',
  'TOO_MANY_REQUESTS',
  'STALE_REVISION',
  'TOO_MANY_PENDING',
  // Others were in the way; in one append nothing was even begun.
  'RESERVE_TIMED_OUT',
]);

/** Whether a refusal stands for every repeat. A 5xx never does. */
export const stands = (refusal: RequestFailure, status: number): boolean =>
  status < 500 && !passing.has(refusal.code);

export const refusalOf = (reply: StoredReply & { kind: 'refusal' }): RequestFailure =>
  failure(reply.code, reply.details);
