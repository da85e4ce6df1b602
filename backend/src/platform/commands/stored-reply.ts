import { errorCodes, errorTextOf } from '@matgyo/contracts/errors/index';
import { passingRefusals } from '@matgyo/contracts/errors/passing-refusals';
import { z } from 'zod';
import { asFailure } from '../http/error-answer.ts';
import { failure, type RequestFailure } from '../http/request-failure.ts';

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

/** Whether the failure is about the request; errors from 500 on are not. */
export const isRefusal = (thrown: unknown): boolean => errorTextOf(asFailure(thrown).code).status < 500;

/** The reply to store after a failure: a refusal that is final for all repeats. */
export function finalRefusal(thrown: unknown): StoredReply | undefined {
  const { code, details } = asFailure(thrown);
  return isRefusal(thrown) && !passingRefusals.has(code) ? { kind: 'refusal', code, details } : undefined;
}

export const refusalOf = (reply: StoredReply & { kind: 'refusal' }): RequestFailure =>
  failure(reply.code, reply.details);
