import { bucketOf } from '../../proofs/head-tree.ts';
import { ImpossibleEvent, type ReadModel } from '../../read-model.ts';
import { headsTable } from './tables.ts';

/** The last event of every stream. Events are not read, so that nothing in them can halt it. */
export const heads: ReadModel = {
  name: 'heads',
  version: 1,
  streams: [''],
  tables: [headsTable],
  needs: [{ table: headsTable, keys: (events) => events.map(({ recorded }) => recorded.stream) }],
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
