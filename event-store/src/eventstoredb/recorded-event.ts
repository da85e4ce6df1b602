import type { AllStreamResolvedEvent, ResolvedEvent } from '@eventstore/db-client';
import type { RecordedEvent } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import { positionOf } from './position.ts';

/** Throws `EventLogCorrupt` for an event that somebody else put there. */
export function recordedEvent({ event }: ResolvedEvent | AllStreamResolvedEvent): RecordedEvent {
  if (event?.position === undefined) throw new EventLogCorrupt('an event that the server no longer holds');
  const { id, streamId, revision, type, data, metadata, position, isJson } = event;
  if (!isJson || !isObject(data) || !isObject(metadata) || !('hash' in metadata)) {
    throw new EventLogCorrupt(`event ${id} was not written by this log`);
  }
  return {
    id,
    stream: streamId,
    revision: Number(revision),
    position: positionOf(position),
    type,
    data: data as RecordedEvent['data'],
    metadata: metadata as unknown as RecordedEvent['metadata'],
  };
}

/**
 * EventStoreDB keeps its own events in streams whose names begin with $; no stream of ours does. Where somebody deleted
 * one of ours for good, it has written so into that stream, as an event whose type begins with $.
 */
export function isSystemEvent({ event }: ResolvedEvent | AllStreamResolvedEvent): boolean {
  return event === undefined || event.streamId.startsWith('$') || event.type.startsWith('$');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}
