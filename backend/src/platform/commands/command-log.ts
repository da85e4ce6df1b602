import type { EventLog } from '@matgyo/event-store/event-log';
import type { LedgerLog } from './stream-history.ts';
import { type StreamQueues, streamQueueOf } from './stream-queue.ts';

/**
 * The log as one command sees it. Its reads share a `since`, so that the log need not find out for each of them what is
 * current (docs/decisions/event-log.md). An append that failed may mean that they are outdated.
 */
export function commandLogOn(log: EventLog): LedgerLog & StreamQueues {
  let since = {};
  return {
    readStream: (stream, options) => log.readStream(stream, { ...options, since }),
    append: (...append) =>
      log.append(...append).catch((error) => {
        since = {};
        throw error;
      }),
    enter: (stream, wait) => streamQueueOf(log).enter(stream, wait),
  };
}
