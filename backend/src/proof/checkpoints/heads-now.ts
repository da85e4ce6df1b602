import type { PathStep } from '@matgyo/contracts/proofs';
import { logStart, type Position } from '@matgyo/event-store/event-log';
import { bucketCount, bucketOf, type Head, HeadTree } from '@matgyo/ledger/proof/head-tree';
import { liveSchema, readCheckpoint } from '@matgyo/projections/checkpoint';
import type { MomentSources } from '@matgyo/projections/reports/moment';
import { readSnapshot, type Snapshot } from '@matgyo/projections/reports/snapshot';

/** The heads of all streams as of one event. Holds as long as the snapshot it was read in. */
export interface HeadsNow {
  readonly client: Snapshot['client'];
  /** The last event included; null while the log is empty. */
  readonly eventId: string | null;
  readonly position: Position;
  readonly root: string;
  readonly streams: number;
  readonly events: number;
  /** Heads whose last event lies after `position`, in log order, in lists of at most `size`. */
  changedSince(position: Position, size: number): AsyncIterable<readonly Head[]>;
  /** A stream's head and its way to the root; undefined when there is no such stream. */
  proofOf(stream: string): Promise<{ readonly head: Head; readonly path: readonly PathStep[] } | undefined>;
}

type Row = Head & { readonly bucket: number };

const columns = 'stream, bucket, revision, hash';
/** Of 65,536: at a million streams, 16,000 rows a query. */
const bucketsOfALook = 1_024;
/** Where every stream has changed since the last checkpoint, looking takes longer than calls may. It writes nothing. */
const longestLook = `set local transaction_timeout = 0; set local statement_timeout = '30s'`;

/**
 * Knows the tree over the heads of all streams and brings it up to date by what has changed since it last looked: the
 * read model of heads says so by position. All heads are read once, when the first one asks.
 */
export class HeadsReader {
  readonly #sources: MomentSources;
  #known = new KnownTree('');
  #turn: Promise<unknown> = Promise.resolve();

  constructor(sources: MomentSources) {
    this.#sources = sources;
  }

  /**
   * Works on the heads as they are now; one at a time.
   *
   * @throws ReadModelUnavailable
   */
  now<T>(work: (now: HeadsNow) => Promise<T>): Promise<T> {
    const turn = this.#turn.then(() => this.#look(work));
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  async #look<T>(work: (now: HeadsNow) => Promise<T>): Promise<T> {
    await this.#warmUp();
    return readSnapshot(this.#sources, 'heads', undefined, async ({ client, moment }) => {
      await client.query(longestLook);
      const build = (await readCheckpoint(client, liveSchema('heads')))?.build ?? '';
      if (!this.#known.isOf(build, moment.position)) this.#known = new KnownTree(build);
      await this.#known.bringUpTo(client, moment.position);
      return work({ ...moment, ...this.#known.figures(), client, ...this.#readers(client) });
    });
  }

  /**
   * Reads all buckets, each as it is then and in no common snapshot: what changes meanwhile lies after where this
   * began, and is read again.
   */
  async #warmUp(): Promise<void> {
    const { pool } = this.#sources;
    const checkpoint = await readCheckpoint(pool, liveSchema('heads'));
    if (checkpoint === undefined || this.#known.isOf(checkpoint.build, checkpoint.position)) return;
    const fresh = new KnownTree(checkpoint.build);
    for (let from = 0; from < bucketCount; from += bucketsOfALook) {
      const { rows } = await pool.query<Row>(
        `select ${columns} from read_heads.heads where bucket >= $1 and bucket < $2`,
        [from, from + bucketsOfALook],
      );
      fresh.take(Map.groupBy(rows, ({ bucket }) => bucket));
    }
    fresh.standsAt(checkpoint.position);
    this.#known = fresh;
  }

  #readers(client: Snapshot['client']): Pick<HeadsNow, 'changedSince' | 'proofOf'> {
    const known = this.#known;
    return {
      async *changedSince(position, size) {
        for (let after: string = position; ; ) {
          const { rows } = await client.query<Row & { position: string }>(
            `select ${columns}, position from read_heads.heads where position > $1 order by position limit $2`,
            [after, size],
          );
          if (rows.length > 0) yield rows;
          if (rows.length < size) return;
          after = rows.at(-1)?.position ?? after;
        }
      },
      async proofOf(stream) {
        const { rows } = await client.query<Row>(
          `select ${columns} from read_heads.heads where bucket = $1`,
          [bucketOf(stream)],
        );
        const head = rows.find((row) => row.stream === stream);
        if (head === undefined) return undefined;
        return { head, path: known.pathOf(stream, rows) };
      },
    };
  }
}

/** The tree of one build of the read model, and how far in the log it is. */
class KnownTree {
  readonly #build: string;
  readonly #tree = new HeadTree();
  readonly #streamsOf = new Uint32Array(bucketCount);
  readonly #eventsOf = new Float64Array(bucketCount);
  #upTo: Position = logStart;

  constructor(build: string) {
    this.#build = build;
  }

  isOf = (build: string, position: Position): boolean => this.#build === build && this.#upTo <= position;

  standsAt(position: Position): void {
    this.#upTo = position;
  }

  pathOf = (stream: string, bucket: readonly Head[]): readonly PathStep[] =>
    this.#tree.pathOf(stream, bucket);

  figures() {
    return {
      root: this.#tree.root(),
      streams: this.#streamsOf.reduce((sum, count) => sum + count, 0),
      events: this.#eventsOf.reduce((sum, count) => sum + count, 0),
    };
  }

  async bringUpTo(client: Snapshot['client'], position: Position): Promise<void> {
    const { rows } = await client.query<{ bucket: number }>(
      'select distinct bucket from read_heads.heads where position > $1',
      [this.#upTo],
    );
    const changed = rows.map(({ bucket }) => bucket);
    for (let from = 0; from < changed.length; from += bucketsOfALook) {
      const { rows: heads } = await client.query<Row>(
        `select ${columns} from read_heads.heads where bucket = any ($1::integer[])`,
        [changed.slice(from, from + bucketsOfALook)],
      );
      this.take(Map.groupBy(heads, ({ bucket }) => bucket));
    }
    this.#upTo = position;
  }

  take(buckets: ReadonlyMap<number, readonly Head[]>): void {
    for (const [bucket, heads] of buckets) {
      this.#tree.setBucket(bucket, heads);
      this.#streamsOf[bucket] = heads.length;
      this.#eventsOf[bucket] = heads.reduce((sum, { revision }) => sum + revision + 1, 0);
    }
  }
}
