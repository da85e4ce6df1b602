import { type EventLog, logStart, type NamedHead, type Position } from './event-log.ts';

const eventsOfAPage = 2_000;
const headsOfAList = 10_000;

/** `EventLog.headsUpTo` for a log without an index of its streams: reads all of it. */
export async function* foldedHeads(
  log: Pick<EventLog, 'readAll'>,
  position: Position,
): AsyncGenerator<readonly NamedHead[], void, undefined> {
  const heads = new Map<string, NamedHead>();
  for (let after = logStart; after < position; ) {
    const events = (await log.readAll({ after, limit: eventsOfAPage })).events;
    const last = events.at(-1);
    if (last === undefined) break;
    for (const { stream, revision, metadata, position: at } of events)
      if (at <= position) heads.set(stream, { stream, revision, hash: metadata.hash });
    after = last.position;
  }
  const ordered = [...heads.values()].sort((a, b) => (a.stream < b.stream ? -1 : 1));
  for (let from = 0; from < ordered.length; from += headsOfAList)
    yield ordered.slice(from, from + headsOfAList);
}
