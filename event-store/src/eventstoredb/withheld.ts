import {
  type AllStreamRecordedEvent,
  type AllStreamResolvedEvent,
  type ResolvedEvent,
  StreamNotFoundError,
} from '@eventstore/db-client';
import {
  logStart,
  type Position,
  type ReadStreamOptions,
  type RecordedEvent,
  type WithheldStream,
} from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import { collect, type Reader } from './bounded-read.ts';
import { isDenied, isUnavailableFor } from './failures.ts';
import { positionOf, readPositionOf } from './position.ts';

/*
 * An administrator of EventStoreDB can make it withhold events: by a stream setting ($maxCount, $maxAge, $tb), by
 * deleting the stream so that it can begin again ($tb at the end), or permanently. Withheld events stay in the whole
 * log until the server is scavenged, so only readers of the stream would miss some.
 */
const page = 1_000;
const settings = ['$maxCount', '$maxAge', '$tb'] as const;

/** Throws `EventLogCorrupt` unless the events are consecutive and begin at the requested revision. */
export function requireWhole(
  stream: string,
  events: readonly RecordedEvent[],
  { direction, from, limit }: ReadStreamOptions,
): void {
  const forwards = direction === 'forwards';
  // Reading backwards from beyond the end of the stream begins at its end.
  const first = forwards ? (from ?? 0) : Math.min(from ?? Number.POSITIVE_INFINITY, events[0]?.revision ?? 0);
  const follows = events.every(({ revision }, index) => revision === first + (forwards ? index : -index));
  const endsEarly = !forwards && events.length < limit && events.at(-1)?.revision !== 0;
  if (!follows || endsEarly) throw new EventLogCorrupt(`events of stream ${stream} are held back or gone`);
}

/** Throws `EventLogCorrupt` when a stream without events was emptied. */
export async function requireNeverThere(reader: Reader, stream: string): Promise<void> {
  try {
    const [newest] = await collect<ResolvedEvent>(
      reader,
      (client) =>
        client.readStream(`$$${stream}`, { direction: 'backwards', fromRevision: 'end', maxCount: 1 }),
      'read streams',
    );
    if (whyIn(newest?.event?.data) !== undefined) throw new EventLogCorrupt(`stream ${stream} was emptied`);
  } catch (error) {
    // The stream never existed; or this user may not read its settings, which cannot be distinguished.
    if (!isUnavailableFor(error, StreamNotFoundError) && !isDenied(error)) throw error;
  }
}

/** Every stream of ours that readers do not get completely, found by reading the log for the server's records. */
export async function withheldStreams(reader: Reader): Promise<readonly WithheldStream[]> {
  const found = new Map<string, string>();
  for (let after: Position = logStart; ; ) {
    const resolved = await collect<AllStreamResolvedEvent>(reader, (client) =>
      client.readAll({ fromPosition: readPositionOf(after), maxCount: page }),
    );
    for (const { event } of resolved) if (event !== undefined) noteRecord(found, event);
    const last = resolved.at(-1)?.event;
    // The event at the position comes first again: a page with it alone is the end.
    if (last === undefined || resolved.length < page) break;
    after = positionOf(last.position);
  }
  return [...found].map(([stream, why]) => ({ stream, why }));
}

const deleted = 'it was deleted for good';

/** `found`: why events are withheld, by stream; a later record of the stream's settings replaces an earlier one. */
function noteRecord(found: Map<string, string>, { streamId, type, data }: AllStreamRecordedEvent): void {
  if (type === '$streamDeleted') found.set(streamId, deleted);
  if (type !== '$metadata' || streamId.startsWith('$$$')) return;
  const stream = streamId.slice('$$'.length);
  const why = whyIn(data);
  if (why !== undefined) found.set(stream, why);
  else if (found.get(stream) !== deleted) found.delete(stream);
}

function whyIn(data: unknown): string | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const present = settings.filter((name) => name in data);
  return present.length === 0 ? undefined : `its settings are ${present.join(', ')}`;
}
