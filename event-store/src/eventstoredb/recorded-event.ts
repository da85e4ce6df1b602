import { type AllStreamResolvedEvent, jsonEvent, type ResolvedEvent } from '@eventstore/db-client';
import type { ChainedEvent } from '@matgyo/ledger/proof/stream-chain';
import type { RecordedEvent } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import { positionOf } from './position.ts';

const utf8 = new TextEncoder();

/**
 * An event as the server stores it. The server treats two events with one id at one revision as the same event,
 * whatever their content; so its id is derived from the hash, and an accepted append proves the stream's content.
 *
 * The metadata are bytes because the client sends an object by way of base64, which it decodes character by character.
 */
export const storedEvent = ({ id, type, data, metadata }: ChainedEvent) =>
  jsonEvent({
    id: uuidOf(metadata.hash),
    type,
    data: { ...data },
    metadata: utf8.encode(JSON.stringify({ ...metadata, id })),
  });

/** Version 8 of RFC 9562: custom bits. */
const uuidOf = (hash: string): string =>
  [
    hash.slice(0, 8),
    hash.slice(8, 12),
    `8${hash.slice(13, 16)}`,
    `8${hash.slice(17, 20)}`,
    hash.slice(20, 32),
  ].join('-');

/** The log's event id. If it is not in the metadata, an earlier version wrote the event with the server's id. */
export function eventIdOf({ event }: ResolvedEvent | AllStreamResolvedEvent): string | undefined {
  const id = isObject(event?.metadata) && 'id' in event.metadata ? event.metadata['id'] : undefined;
  return typeof id === 'string' ? id : event?.id;
}

/** Throws `EventLogCorrupt` for an event that this software did not write. */
export function recordedEvent(resolved: ResolvedEvent | AllStreamResolvedEvent): RecordedEvent {
  const { event } = resolved;
  if (event?.position === undefined) throw new EventLogCorrupt('an event that the server no longer holds');
  const { id, streamId, revision, type, data, metadata, position, isJson } = event;
  if (!isJson || !isObject(data) || !isObject(metadata) || !('hash' in metadata))
    throw new EventLogCorrupt(`event ${id} was not written by this log`);
  const { id: _id, ...rest } = metadata as unknown as RecordedEvent['metadata'] & { id?: string };
  return {
    id: eventIdOf(resolved) ?? id,
    stream: streamId,
    revision: Number(revision),
    position: positionOf(position),
    type,
    data: data as RecordedEvent['data'],
    metadata: rest,
  };
}

/**
 * EventStoreDB stores its own events in streams whose names begin with $, which ours never do. When one of our streams
 * was deleted permanently, it records that in the stream, as an event whose type begins with $.
 */
export function isSystemEvent({ event }: ResolvedEvent | AllStreamResolvedEvent): boolean {
  return event === undefined || event.streamId.startsWith('$') || event.type.startsWith('$');
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !(value instanceof Uint8Array);
}
