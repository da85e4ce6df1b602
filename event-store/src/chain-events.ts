import { type ChainedEvent, chainEvents as chain } from '@matgyo/ledger/proof/stream-chain';
import type { ExpectedHead, NewEvent } from './event-log.ts';
import { InvalidAppend } from './event-log-errors.ts';

/** Numbers events after `expected` and links each to the one before it. Throws `InvalidAppend`. */
export function chainEvents(
  stream: string,
  expected: ExpectedHead,
  events: readonly NewEvent[],
): readonly ChainedEvent[] {
  try {
    return chain(stream, expected, events);
  } catch (cause) {
    if (cause instanceof TypeError) throw new InvalidAppend(cause.message, { cause });
    throw cause;
  }
}
