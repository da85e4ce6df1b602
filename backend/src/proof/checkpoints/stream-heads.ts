import type { InclusionProof } from '@matgyo/contracts/proofs';
import type { Position } from '@matgyo/event-store/event-log';
import { isSignedBy } from '@matgyo/ledger/proof/checkpoint';
import { bucketOf, type Head } from '@matgyo/ledger/proof/merkle-tree';
import { liveSchema, readCheckpoint } from '@matgyo/projections/checkpoint';
import { readSnapshot, type Snapshot } from '@matgyo/projections/reports/snapshot';
import { ChainWalk } from './chain-walk.ts';
import { checkpointsAfter, newestCheckpoint, type StoredCheckpoint } from './checkpoint-store.ts';
import type { CheckpointDependencies } from './checkpoints.ts';
import { trustedKeys } from './signing-key.ts';
import { SigningRefused } from './signing-refused.ts';
import { type ReadBuckets, VerifiedTree } from './verified-tree.ts';

/** The heads of all streams as of one event. Valid during the snapshot in which it was read. */
export interface StreamHeads {
  /** The last event included; null while the log is empty. */
  readonly eventId: string | null;
  readonly position: Position;
  readonly root: string;
  readonly streams: number;
  readonly events: number;
  /** Sequence of the checkpoint that they continue; 0 before the first. */
  readonly sequence: number;
  /** Heads changed since that checkpoint by stream, in log order. */
  readonly changed: ReadonlyMap<string, Head>;
  /** A stream's head and its path to the root; undefined when there is no such stream. */
  proofOf(stream: string): Promise<InclusionProof | undefined>;
}

const columns = 'stream, revision, hash';
/**
 * When every stream has changed since the last checkpoint, this read takes longer than calls may, and is idle while the
 * checkpoint is written. It writes nothing.
 */
const longestLook = `set local transaction_timeout = 0; set local idle_in_transaction_session_timeout = 0;
  set local statement_timeout = '30s'`;
const checkpointsAtOnce = 1_000;

/**
 * Holds the tree over the heads of all streams and updates it from the log's events. At the start it derives the heads
 * as of the newest checkpoint from the log, and their root has to be the signed one. The read model of heads is only
 * used to look up heads; its rows are checked against the tree.
 */
export class StreamHeadsReader {
  readonly #sources: CheckpointDependencies;
  #tree: VerifiedTree | undefined;
  #last: Promise<unknown> = Promise.resolve();

  constructor(sources: CheckpointDependencies) {
    this.#sources = sources;
  }

  /**
   * Runs work on the current heads; one at a time, unless aborted before its turn. Undefined when the read model is
   * behind what was signed.
   *
   * @throws ReadModelUnavailable, SigningRefused, the signal's reason
   */
  now<T>(work: (now: StreamHeads) => Promise<T>, signal?: AbortSignal): Promise<T | undefined> {
    const next = this.#last.then(() => {
      signal?.throwIfAborted();
      return this.#look(work);
    });
    this.#last = next.catch(() => undefined);
    return next;
  }

  /** Whether it has derived the heads from the log since the start. */
  isAnchored = (): boolean => this.#tree !== undefined;

  async #look<T>(work: (now: StreamHeads) => Promise<T>): Promise<T | undefined> {
    const { pool, log } = this.#sources;
    this.#tree ??= await this.#anchored();
    const { tree, ahead } = await this.#othersCheckpoints(this.#tree);
    const walk = new ChainWalk(log, tree.upTo);
    for (const { position } of ahead) {
      await walk.to(position);
      walk.beginStretch();
    }
    // The long part runs outside the snapshot, which is then short.
    const shown = await readCheckpoint(pool, liveSchema('heads'));
    if (shown !== undefined) await walk.to(shown.position);
    return readSnapshot(this.#sources, 'heads', undefined, async ({ client, asOfPoint }) => {
      if (asOfPoint.position < walk.reached) return undefined;
      await client.query(longestLook);
      await walk.to(asOfPoint.position);
      const read = bucketReader(client);
      const now = await grownBy(tree, ahead, walk, { position: asOfPoint.position, read });
      this.#tree = now;
      return work({
        ...asOfPoint,
        ...now.figures(),
        sequence: now.sequence,
        changed: now.changed,
        async proofOf(stream) {
          const heads = await read([bucketOf(stream)]);
          const head = heads.find((one) => one.stream === stream);
          return head && { ...head, path: [...now.pathOf(stream, heads)] };
        },
      });
    });
  }

  /** The heads derived from the log at the newest checkpoint's event, which have to be the signed ones. */
  async #anchored(): Promise<VerifiedTree> {
    const { db, log, onProgress } = this.#sources;
    const newest = await newestCheckpoint(db);
    if (newest === undefined) return VerifiedTree.empty();
    const signed = await this.#genuine(newest);
    const heads = counted(log.headsUpTo(signed.position), onProgress);
    return passed(await VerifiedTree.of(heads, signed.position), signed);
  }

  /** Checkpoints that other processes have signed since: those behind the tree's position, and those ahead of it. */
  async #othersCheckpoints(known: VerifiedTree) {
    const { db, signingKey, onOtherKey } = this.#sources;
    let tree = known;
    const ahead: Signed[] = [];
    for (const checkpoint of await checkpointsAfter(db, tree.sequence, checkpointsAtOnce)) {
      const signed = await this.#genuine(checkpoint);
      if (checkpoint.statement.keyId !== signingKey.publicKey.keyId) onOtherKey(checkpoint.statement);
      if (signed.position > tree.upTo) ahead.push(signed);
      else tree = passed(tree, signed);
    }
    return { tree, ahead };
  }

  async #genuine(checkpoint: StoredCheckpoint): Promise<Signed> {
    const { keyId, eventId, sequence, root } = checkpoint.statement;
    const key = (await trustedKeys(this.#sources)).find((one) => one.keyId === keyId);
    if (key === undefined || !(await isSignedBy(checkpoint, key)))
      throw new SigningRefused('checkpoint-not-genuine', sequence);
    const position = checkpoint.position ?? (await this.#sources.log.positionOf(eventId));
    if (position === undefined) throw new SigningRefused('log-cut', sequence);
    return { position, sequence, root };
  }
}

/** What a checkpoint signed. */
interface Signed {
  readonly position: Position;
  readonly sequence: number;
  readonly root: string;
}

/**
 * A checkpoint behind the tree's position was derived from the same heads; at the same position the root has to be
 * equal.
 */
function passed(tree: VerifiedTree, { position, sequence, root }: Signed): VerifiedTree {
  if (position < tree.upTo) return tree.signedBeforeAs(sequence);
  if (tree.figures().root !== root) throw new SigningRefused('log-rewritten', sequence);
  return tree.signedAs(sequence);
}

/** Step by step: at each checkpoint in between the root has to be the signed one. */
async function grownBy(
  tree: VerifiedTree,
  ahead: readonly Signed[],
  { stretches }: ChainWalk,
  { position, read }: { readonly position: Position; readonly read: ReadBuckets },
): Promise<VerifiedTree> {
  let grown = tree;
  for (const [index, next] of ahead.entries())
    grown = passed(await grown.grown(stretches.slice(index), next.position, read), next);
  return grown.grown(stretches.slice(ahead.length), position, read);
}

const bucketReader =
  (client: Snapshot['client']): ReadBuckets =>
  async (buckets) => {
    const { rows } = await client.query<Head>(
      `select ${columns} from read_heads.heads where bucket = any ($1::integer[])`,
      [buckets],
    );
    return rows;
  };

async function* counted(lists: AsyncIterable<readonly Head[]>, onProgress: (streams: number) => void) {
  let streams = 0;
  for await (const heads of lists) {
    streams += heads.length;
    yield heads;
    onProgress(streams);
  }
}
