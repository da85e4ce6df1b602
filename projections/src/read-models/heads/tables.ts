import { columnKinds, type TableShape } from '../../table-shape.ts';

/** `read_heads.heads`: how each stream ends. What signed checkpoints are made over. */
export interface HeadsTable {
  stream: string;
  /** Its place among the leaves of the tree of heads; see `bucketOf`. */
  bucket: number;
  revision: number;
  /** Of the last event, as the log's chain states it. */
  hash: string;
  /** Of the last event: so that what has changed since a checkpoint is found without looking at every stream. */
  position: string;
}

const { text, integer, revision } = columnKinds;

export const headsTable: TableShape<HeadsTable> = {
  name: 'heads',
  columns: { stream: text, bucket: integer, revision, hash: text, position: text },
  key: ['stream'],
  indexes: ['(bucket)', '(position)'],
};
