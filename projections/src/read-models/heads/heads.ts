import { bucketOf } from '@matgyo/ledger/proof/merkle-tree';
import { ImpossibleEvent, type ReadModel } from '../../read-model.ts';
import { headsTable } from './tables.ts';

/**
 * The last event of every stream. The content of an event cannot halt it; only an event that does not follow the one
 * before in its stream does: events were removed then, and no checkpoint is signed over that.
 */
export const heads: ReadModel = {
  name: 'heads',
  version: 1,
  streams: [''],
  tables: [headsTable],
  needs: [
    { table: headsTable, streamPrefix: '', keys: (events) => events.map(({ recorded }) => recorded.stream) },
  ],
  fold({ recorded }, rows) {
    const { stream, revision, position, metadata } = recorded;
    const before = rows.get(headsTable, stream);
    if (revision !== (before?.revision ?? -1) + 1)
      throw new ImpossibleEvent(`revision ${revision} does not follow in its stream`);
    const bucket = before?.bucket ?? bucketOf(stream);
    rows.put(headsTable, { stream, bucket, revision, hash: metadata.hash, position });
    return [];
  },
};
