import type { EventLog, ExpectedHead, RecordedEvent } from '@matgyo/event-store/event-log';
import { verifyStream } from '@matgyo/event-store/hash-chain';

/** What an entry of a trail claims about the event it was made from. */
export interface ClaimedEvent {
  readonly stream: string;
  readonly revision: number;
  readonly event_id: string;
  readonly hash: string;
}

const pageSize = 500;
/** As long as the ledger lets a stream become; see its reader. */
const longestStream = 20_000;

/**
 * Whether what a trail shows is what the log says: the hash chain of every stream it names holds from the first
 * event on, and each entry is the event with that id and hash at that revision. Reads each stream once.
 */
export async function verifyEntries(log: EventLog, entries: readonly ClaimedEvent[]): Promise<boolean> {
  for (const [stream, claimed] of Map.groupBy(entries, (entry) => entry.stream))
    if (!(await verifyClaims(log, stream, claimed))) return false;
  return true;
}

async function verifyClaims(
  log: EventLog,
  stream: string,
  claimed: readonly ClaimedEvent[],
): Promise<boolean> {
  const open = new Map(claimed.map((claim) => [claim.revision, claim]));
  let head: ExpectedHead = 'no-stream';
  for (let from = 0; from < longestStream; from += pageSize) {
    const events = await log.readStream(stream, { direction: 'forwards', from, limit: pageSize });
    if (verifyStream(events, head) !== undefined) return false;
    for (const event of events) {
      const claim = open.get(event.revision);
      if (claim !== undefined && !isSame(claim, event)) return false;
      open.delete(event.revision);
    }
    const last = events.at(-1);
    if (last === undefined || events.length < pageSize) break;
    head = { revision: last.revision, hash: last.metadata.hash };
  }
  return open.size === 0;
}

const isSame = (claim: ClaimedEvent, event: RecordedEvent): boolean =>
  claim.event_id === event.id && claim.hash === event.metadata.hash;
