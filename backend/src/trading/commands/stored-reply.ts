import { errorCodes } from '@matgyo/contracts/errors/index';
import { passingRefusals } from '@matgyo/contracts/errors/passing-refusals';
import { z } from 'zod';
import { failure, type RequestFailure } from '../../platform/http/request-failure.ts';

/**
 * The last event of a command: its id for clients, its position for waiting until it is visible. A reply stored
 * together with its events has no position.
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

/** A stored reply. A refusal is stored as its code, so that a repeat gets its text in the requested language. */
export type StoredReply = z.output<typeof storedReply>;

export const parseStoredReply = (stored: unknown): StoredReply => storedReply.parse(stored);

/** Whether a refusal is final for all repeats; errors from 500 on never are. */
export const isFinalRefusal = (refusal: RequestFailure, status: number): boolean =>
  status < 500 && !passingRefusals.has(refusal.code);

export const refusalOf = (reply: StoredReply & { kind: 'refusal' }): RequestFailure =>
  failure(reply.code, reply.details);
