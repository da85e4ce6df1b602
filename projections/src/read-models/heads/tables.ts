import { columnKinds, tableShape } from '../../table-shape.ts';

const { text, integer, revision } = columnKinds;

/** `read_heads.heads`: the last event of each stream. Signed checkpoints cover these. */
export const headsTable = tableShape({
  name: 'heads',
  columns: {
    stream: text(),
    /** Its bucket in the Merkle tree of heads; see `bucketOf`. */
    bucket: integer(),
    revision: revision(),
    /** Hash of the last event, from the stream's hash chain. */
    hash: text(),
    /** Of the last event. */
    position: text(),
  },
  key: ['stream'],
  indexes: ['(bucket)'],
});
