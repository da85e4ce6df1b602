import { columnKinds, type TableShape } from '../../table-shape.ts';

/** `read_heads.heads`: the last event of each stream. Signed checkpoints cover these. */
export interface HeadsTable {
  stream: string;
  /** Its bucket in the Merkle tree of heads; see `bucketOf`. */
  bucket: number;
  revision: number;
  /** Hash of the last event, from the stream's hash chain. */
  hash: string;
  /** Position of the last event, so that changes since a checkpoint are found without reading every stream. */
  position: string;
}

const { text, integer, revision } = columnKinds;

export const headsTable: TableShape<HeadsTable> = {
  name: 'heads',
  columns: { stream: text, bucket: integer, revision, hash: text, position: text },
  key: ['stream'],
  indexes: ['(bucket)', '(position)'],
};
