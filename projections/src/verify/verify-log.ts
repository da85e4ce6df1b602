import { type LedgerEvent, UnreadableEvent } from '@matgyo/contracts/events/ledger-event';
import { eventMetadataSchema } from '@matgyo/contracts/events/metadata';
import { tradeStream } from '@matgyo/contracts/streams';
import {
  type EventLog,
  type ExpectedHead,
  logStart,
  type Position,
  type RecordedEvent,
} from '@matgyo/event-store/event-log';
import { Oracle } from '@matgyo/ledger/oracle/oracle';
import { RuleBroken } from '@matgyo/ledger/oracle/rule-broken';
import { verifyLink } from '@matgyo/ledger/proof/stream-chain';
import { logPages } from '../log-pages.ts';
import { LoggedEvent } from '../logged-event.ts';
import type { CheckpointCheck } from './check-checkpoints.ts';
import type { StaffCheck } from './check-staff.ts';
import type { StatementCheck } from './check-statements.ts';
import { EventIds, fingerprintOf } from './event-ids.ts';
import { type Finding, Findings, findingAt } from './finding.ts';

const pageSize = 2_000;

export interface VerifyLogOptions {
  readonly log: EventLog;
  readonly onProgress?: (events: number) => void;
  readonly signal?: AbortSignal;
  /** Checked in the same pass. */
  readonly checkpoints?: CheckpointCheck;
  readonly staff?: StaffCheck;
  readonly texts?: StatementCheck;
}

/**
 * Reads the whole log once: chains, ids, shapes and the ledger's invariants; a second time only when ids seem to occur
 * twice. Memory grows with the number of streams, and by some bytes per event.
 */
export async function verifyLog({
  log,
  onProgress = () => {},
  signal,
  checkpoints,
  staff,
  texts,
}: VerifyLogOptions) {
  const logCheck = new LogCheck();
  const oracle = new Oracle();
  const findings = new Findings();
  let events = 0;
  let last: RecordedEvent | undefined;
  for await (const page of logPages(log, { after: logStart, size: pageSize, signal })) {
    for (const recorded of page) {
      findings.add(logCheck.event(recorded));
      const read = eventAsRead(recorded);
      findings.add('event' in read ? brokenRules(oracle, read) : [read]);
      findings.add(checkpoints?.event(recorded) ?? []);
      if (!('event' in read)) continue;
      findings.add(staff?.event(read.recorded) ?? []);
      texts?.event(read.recorded);
    }
    events += page.length;
    last = page.at(-1) ?? last;
    onProgress(page.length);
  }
  const repeated = logCheck.ids.repeated();
  if (repeated.size > 0)
    for await (const found of secondOccurrences(log, repeated, last?.position, signal)) findings.add([found]);
  findings.add(checkpoints?.end() ?? []);
  for (const { stream, why } of await log.withheld())
    findings.add([{ check: 'chain', what: `${stream} is not given whole to who reads it: ${why}`, stream }]);
  return { events, findings, underWay: underWay(oracle), lastEvent: last?.id ?? null };
}

/** For the ids with these fingerprints: each event but the first with that id. */
async function* secondOccurrences(
  log: EventLog,
  fingerprints: ReadonlySet<bigint>,
  until: Position | undefined,
  signal: AbortSignal | undefined,
): AsyncGenerator<Finding> {
  const seen = new Set<string>();
  for await (const page of logPages(log, { after: logStart, size: pageSize, until, signal }))
    for (const recorded of page) {
      if (!fingerprints.has(fingerprintOf(recorded.id))) continue;
      if (seen.has(recorded.id)) yield findingAt('ids', recorded, 'the id occurs twice');
      seen.add(recorded.id);
    }
}

interface ReadEvent {
  readonly event: LedgerEvent;
  /** With the data that the schema has read. */
  readonly recorded: RecordedEvent;
}

/** SQL can write an event of any shape. One that cannot be read is a finding and must not end the checks of others. */
function eventAsRead(recorded: RecordedEvent): ReadEvent | Finding {
  if (!eventMetadataSchema.safeParse(recorded.metadata).success)
    return findingAt('shape', recorded, 'its metadata do not have their shape');
  try {
    const event = new LoggedEvent(recorded).ledgerEvent;
    return { event, recorded: { ...recorded, data: event.data } };
  } catch (error) {
    if (error instanceof UnreadableEvent) return findingAt('shape', recorded, error.message);
    throw error;
  }
}

/** The errors of an event given those before it; usually none. */
function brokenRules(oracle: Oracle, { event, recorded }: ReadEvent): readonly Finding[] {
  try {
    oracle.enter(recorded, event);
    return [];
  } catch (error) {
    if (error instanceof RuleBroken) return [findingAt(error.rule, recorded, error.message)];
    throw error;
  }
}

/** Trades in progress, which are no errors. */
const underWay = (oracle: Oracle): readonly Finding[] =>
  Array.from(oracle.underWay(), ({ tradeId, phase, eventId }) => ({
    check: 'trades',
    what: `trade ${tradeId} is under way (${phase})`,
    stream: tradeStream(tradeId),
    revision: 0,
    eventId,
  }));

const whatBroke = {
  revision: 'the revision does not follow the one before it',
  stream: 'the event belongs to another stream',
  prevHash: 'the event does not continue the chain: the one before it was changed, removed or put in',
  hash: 'the event is not the one that was sealed: its content was changed',
} as const;

/** Checks each event against the one before it in its stream, and records its id. */
class LogCheck {
  readonly #heads = new Map<string, ExpectedHead>();
  readonly ids = new EventIds();
  #position: Position = logStart;

  event(event: RecordedEvent): readonly Finding[] {
    const { stream, revision, metadata, id, position } = event;
    const findings: Finding[] = [];
    const reason = verifyLink(stream, this.#heads.get(stream) ?? 'no-stream', event);
    if (reason !== undefined) findings.push(findingAt('chain', event, whatBroke[reason]));
    if (position <= this.#position)
      findings.push(findingAt('chain', event, 'the event lies before the one before it'));
    // Continues from the stored hash: one broken link is one finding, not one for each later event.
    this.#heads.set(stream, { revision, hash: metadata.hash });
    this.ids.add(id);
    this.#position = position;
    return findings;
  }
}
