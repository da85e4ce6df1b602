import { type SealedEvent, sealEvents as seal } from '@matgyo/ledger/proof/stream-chain';
import type { ExpectedHead, NewEvent } from './event-log.ts';
import { InvalidAppend } from './event-log-errors.ts';

/** Numbers events after `expected` and links each to the one before it. Throws `InvalidAppend`. */
export function sealEvents(
  stream: string,
  expected: ExpectedHead,
  events: readonly NewEvent[],
): readonly SealedEvent[] {
  try {
    return seal(stream, expected, events);
  } catch (cause) {
    if (cause instanceof TypeError) throw new InvalidAppend(cause.message, { cause });
    throw cause;
  }
}
