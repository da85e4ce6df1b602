import { errorCodes } from '@matgyo/contracts/errors/index';
import { passingRefusals } from '@matgyo/contracts/errors/passing-refusals';
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

/** Whether a refusal is final for every repeat. A 5xx never is. */
export const stands = (refusal: RequestFailure, status: number): boolean =>
  status < 500 && !passingRefusals.has(refusal.code);

export const refusalOf = (reply: StoredReply & { kind: 'refusal' }): RequestFailure =>
  failure(reply.code, reply.details);
