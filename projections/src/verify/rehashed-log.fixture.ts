import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { chainEvents } from '@matgyo/ledger/proof/stream-chain';
import { UncheckedLog } from '../testing/unchecked-log.ts';
import { verifyLog } from './verify-log.ts';

/** The events with intact chains: as appended by a writer with a wrong rule. */
export function rehashed(events: readonly RecordedEvent[]): readonly RecordedEvent[] {
  const streams = Map.groupBy(events, ({ stream }) => stream);
  const chained = new Map(
    [...streams].flatMap(([stream, own]) => {
      const links = chainEvents(stream, 'no-stream', own);
      return own.map((event, at) => [event, links[at]] as const);
    }),
  );
  return events.map((event) => ({ ...event, ...chained.get(event) }));
}

export async function check(events: readonly RecordedEvent[]) {
  const log = new UncheckedLog();
  for (const event of events) log.force(event);
  return (await verifyLog({ log })).findings;
}
