import type { TrailFinding } from '@matgyo/contracts/endpoints/audit';
import type { EventLog, ExpectedHead, RecordedEvent } from '@matgyo/event-store/event-log';
import { EventLogCorrupt } from '@matgyo/event-store/event-log-errors';
import { type BrokenLink, verifyStream } from '@matgyo/ledger/proof/stream-chain';

/** What an entry of a trail claims about the event it was made from. */
export interface ClaimedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly event_id: string;
  readonly hash: string;
}

/** How a checkpoint says that a stream ended when it was signed. */
export interface SignedHead {
  readonly stream: string;
  readonly revision: number;
  readonly hash: string;
  readonly sequence: number;
}

const pageSize = 500;
/** As long as the ledger lets a stream become; see its reader. */
const longestStream = 20_000;

/**
 * The first thing about these streams that does not hold, if any: each chain from the first event on; each entry is the
 * event with that id and hash at that revision; and so is each head that a checkpoint was signed over. Reads each
 * stream once.
 */
export async function findingIn(
  log: EventLog,
  entries: readonly ClaimedEvent[],
  signed: readonly SignedHead[],
): Promise<TrailFinding | null> {
  const heads = Map.groupBy(signed, ({ stream }) => stream);
  for (const [stream, claimed] of Map.groupBy(entries, (entry) => entry.stream)) {
    const finding = await findingInStream(log, stream, { claimed, signed: heads.get(stream) ?? [] });
    if (finding !== null) return finding;
  }
  return null;
}

interface Claims {
  readonly claimed: readonly ClaimedEvent[];
  readonly signed: readonly SignedHead[];
}

async function findingInStream(log: EventLog, stream: string, claims: Claims): Promise<TrailFinding | null> {
  const claimed = new Map(claims.claimed.map((claim) => [claim.revision, claim]));
  const signed = Map.groupBy(claims.signed, ({ revision }) => revision);
  const found = (
    what: TrailFinding['what'],
    revision: number,
    checkpoint: number | null = null,
  ): TrailFinding => ({ what, stream, revision, checkpoint });
  let head: ExpectedHead = 'no-stream';
  for (let from = 0; from < longestStream; from += pageSize) {
    const events = await readOrUndefined(log, stream, from);
    if (events === undefined) return found('missing', from);
    const broken = verifyStream(events, head);
    for (const event of events) {
      const { revision } = event;
      const other = signed.get(revision)?.find(({ hash }) => hash !== event.metadata.hash);
      if (other !== undefined) return found('rewritten', revision, other.sequence);
      if (broken?.event === event) return found(whatBroke[broken.reason], revision);
      const claim = claimed.get(revision);
      if (claim !== undefined && !isSame(claim, event)) return found('differs', revision);
      claimed.delete(revision);
      signed.delete(revision);
    }
    const last = events.at(-1);
    if (last === undefined || events.length < pageSize) break;
    head = { revision: last.revision, hash: last.metadata.hash };
  }
  const [cut] = [...signed.values()].flat();
  if (cut !== undefined) return found('cut', cut.revision, cut.sequence);
  const [missing] = claimed.keys();
  return missing === undefined ? null : found('missing', missing);
}

/** Undefined where the log itself says that it cannot give all of the stream. */
async function readOrUndefined(log: EventLog, stream: string, from: number) {
  try {
    return await log.readStream(stream, { direction: 'forwards', from, limit: pageSize });
  } catch (error) {
    if (error instanceof EventLogCorrupt) return undefined;
    throw error;
  }
}

const whatBroke: Readonly<Record<BrokenLink['reason'], TrailFinding['what']>> = {
  hash: 'changed',
  prevHash: 'broken',
  revision: 'missing',
  stream: 'broken',
};

const isSame = (claim: ClaimedEvent, event: RecordedEvent): boolean =>
  claim.event_id === event.id && claim.hash === event.metadata.hash;
