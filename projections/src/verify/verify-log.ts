import { UnreadableEvent } from '@matgyo/contracts/events/ledger-event';
import { type EventLog, logStart, type Position, type RecordedEvent } from '@matgyo/event-store/event-log';
import { logPages } from '../log-pages.ts';
import { LoggedEvent } from '../logged-event.ts';
import type { CheckpointCheck } from './check-checkpoints.ts';
import { LedgerCheck } from './check-ledger.ts';
import { LogCheck } from './check-log.ts';
import { fingerprintOf } from './event-ids.ts';
import { type Finding, Findings, findingAt } from './finding.ts';

const pageSize = 2_000;

export interface VerifyLogOptions {
  readonly log: EventLog;
  readonly onProgress?: (events: number) => void;
  readonly signal?: AbortSignal;
  /** Held against the log on the same walk. */
  readonly checkpoints?: CheckpointCheck;
}

export interface LogVerification {
  readonly events: number;
  readonly findings: Findings;
  /** Trades that have begun and not ended: not wrong in itself. */
  readonly underWay: readonly Finding[];
  /** The last event that was verified. */
  readonly lastEvent: string | null;
}

/**
 * Walks the whole log once: chains, ids, shapes and the ledger's invariants; a second time only when ids seem to occur
 * twice. Memory grows with the streams, and by some bytes an event.
 */
export async function verifyLog({
  log,
  onProgress = () => {},
  signal,
  checkpoints,
}: VerifyLogOptions): Promise<LogVerification> {
  const logCheck = new LogCheck();
  const ledgerCheck = new LedgerCheck();
  const findings = new Findings();
  let events = 0;
  let last: RecordedEvent | undefined;
  for await (const page of logPages(log, { after: logStart, size: pageSize, signal })) {
    for (const recorded of page) {
      findings.add(logCheck.event(recorded));
      findings.add(readAndCheck(ledgerCheck, recorded));
      findings.add(checkpoints?.event(recorded) ?? []);
    }
    events += page.length;
    last = page.at(-1) ?? last;
    onProgress(page.length);
  }
  const repeated = logCheck.repeatedIds();
  if (repeated.size > 0)
    for await (const found of secondOccurrences(log, repeated, last?.position, signal)) findings.add([found]);
  findings.add(checkpoints?.end() ?? []);
  for (const { stream, why } of await log.withheld())
    findings.add([{ check: 'chain', what: `${stream} is not given whole to who reads it: ${why}`, stream }]);
  return { events, findings, underWay: ledgerCheck.underWay(), lastEvent: last?.id ?? null };
}

/** Of the ids with these fingerprints, each event but the first that has it. */
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

function readAndCheck(ledgerCheck: LedgerCheck, recorded: RecordedEvent): readonly Finding[] {
  try {
    return ledgerCheck.event(recorded, new LoggedEvent(recorded).ledgerEvent);
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    return [findingAt('shape', recorded, error.message)];
  }
}
