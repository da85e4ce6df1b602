import type { TrailFinding } from '@matgyo/contracts/endpoints/audit';
import type { EventLog, ExpectedHead, RecordedEvent } from '@matgyo/event-store/event-log';
import { EventLogCorrupt } from '@matgyo/event-store/event-log-errors';
import { type BrokenLink, verifyStream } from '@matgyo/ledger/proof/stream-chain';
import type { EntriesTable } from '@matgyo/projections/read-models/trail/tables';
import type { SignedHead } from '@matgyo/projections/verify/signed-checkpoints';
import { newEventsMax } from '../../platform/commands/stream-history.ts';

/** A trail entry's data about its event. */
type StatedEvent = Readonly<Pick<EntriesTable, 'stream' | 'revision' | 'event_id' | 'hash'>>;

const pageSize = 500;

/**
 * The first inconsistency in these streams, if any: each chain is checked from the first event on; each entry has to
 * match the event with that id and hash at that revision; and so does each signed head. Reads each stream once.
 */
export async function findingIn(
  log: EventLog,
  entries: readonly StatedEvent[],
  signed: readonly SignedHead[],
): Promise<TrailFinding | null> {
  const heads = Map.groupBy(signed, ({ stream }) => stream);
  for (const [stream, stated] of Map.groupBy(entries, (entry) => entry.stream)) {
    const finding = await findingInStream(log, stream, stated, heads.get(stream) ?? []);
    if (finding !== null) return finding;
  }
  return null;
}

async function findingInStream(
  log: EventLog,
  stream: string,
  entries: readonly StatedEvent[],
  heads: readonly SignedHead[],
): Promise<TrailFinding | null> {
  const stated = new Map(entries.map((entry) => [entry.revision, entry]));
  const signed = Map.groupBy(heads, ({ revision }) => revision);
  const found = (
    what: TrailFinding['what'],
    revision: number,
    checkpoint: number | null = null,
  ): TrailFinding => ({ what, stream, revision, checkpoint });
  let head: ExpectedHead = 'no-stream';
  for (let from = 0; from < newEventsMax; from += pageSize) {
    const events = await readOrUndefined(log, stream, from);
    if (events === undefined) return found('missing', from);
    const broken = verifyStream(events, head);
    for (const event of events) {
      const { revision } = event;
      const other = signed.get(revision)?.find(({ hash }) => hash !== event.metadata.hash);
      if (other !== undefined) return found('rewritten', revision, other.sequence);
      if (broken?.event === event) return found(findingOfLink[broken.reason], revision);
      const claim = stated.get(revision);
      if (claim !== undefined && !isSame(claim, event)) return found('differs', revision);
      stated.delete(revision);
      signed.delete(revision);
    }
    const last = events.at(-1);
    if (last === undefined || events.length < pageSize) break;
    head = { revision: last.revision, hash: last.metadata.hash };
  }
  const [cut] = [...signed.values()].flat();
  if (cut !== undefined) return found('cut', cut.revision, cut.sequence);
  const [missing] = stated.keys();
  return missing === undefined ? null : found('missing', missing);
}

/** Undefined if the log reports that it cannot return the whole stream. */
async function readOrUndefined(log: EventLog, stream: string, from: number) {
  try {
    return await log.readStream(stream, { direction: 'forwards', from, limit: pageSize });
  } catch (error) {
    if (error instanceof EventLogCorrupt) return undefined;
    throw error;
  }
}

const findingOfLink: Readonly<Record<BrokenLink['reason'], TrailFinding['what']>> = {
  hash: 'changed',
  prevHash: 'broken',
  revision: 'missing',
  stream: 'broken',
};

const isSame = (claim: StatedEvent, event: RecordedEvent): boolean =>
  claim.event_id === event.id && claim.hash === event.metadata.hash;
