import type { AllStreamRecordedEvent, RecordedEvent as StoredEvent } from '@eventstore/db-client';
import type { RecordedEvent } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';
import { positionOfPlace } from './position.ts';

/** EventStoreDB keeps streams and events of its own beside ours. */
export const isOurs = ({ streamId, type }: Pick<StoredEvent, 'streamId' | 'type'>): boolean =>
  !streamId.startsWith('$') && !type.startsWith('$');

export function recordedEvent(stored: StoredEvent | AllStreamRecordedEvent): RecordedEvent {
  const { id, streamId, revision, position, type, data, metadata } = stored;
  if (position === undefined) throw new EventLogCorrupt(`event ${id} came without its position`);
  return {
    id,
    stream: streamId,
    revision: Number(revision),
    position: positionOfPlace(position),
    type,
    data: data as RecordedEvent['data'],
    metadata: metadata as unknown as RecordedEvent['metadata'],
  };
}
