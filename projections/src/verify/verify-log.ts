import { UnreadableEvent } from '@matgyo/contracts/events/ledger-event';
import { type EventLog, logStart, type RecordedEvent } from '@matgyo/event-store/event-log';
import { logPages } from '../log-pages.ts';
import { LoggedEvent } from '../logged-event.ts';
import type { CheckpointCheck } from './check-checkpoints.ts';
import { LedgerCheck } from './check-ledger.ts';
import { LogCheck } from './check-log.ts';
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

/** Walks the whole log once: chains, ids, shapes and the ledger's invariants. Memory grows with the streams. */
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
  let lastEvent: string | null = null;
  for await (const page of logPages(log, { after: logStart, size: pageSize, signal })) {
    for (const recorded of page) {
      findings.add(logCheck.event(recorded));
      findings.add(readAndCheck(ledgerCheck, recorded));
      findings.add(checkpoints?.event(recorded) ?? []);
    }
    events += page.length;
    lastEvent = page.at(-1)?.id ?? lastEvent;
    onProgress(page.length);
  }
  findings.add(checkpoints?.end() ?? []);
  for (const { stream, why } of (await log.withheld?.()) ?? [])
    findings.add([{ check: 'chain', what: `${stream} is not given whole to who reads it: ${why}`, stream }]);
  return { events, findings, underWay: ledgerCheck.underWay(), lastEvent };
}

function readAndCheck(ledgerCheck: LedgerCheck, recorded: RecordedEvent): readonly Finding[] {
  try {
    return ledgerCheck.event(recorded, new LoggedEvent(recorded).ledgerEvent);
  } catch (error) {
    if (!(error instanceof UnreadableEvent)) throw error;
    return [findingAt('shape', recorded, error.message)];
  }
}
