import { UnreadableEvent } from '@matgyo/contracts/events/ledger-event';
import { type EventLog, logStart } from '@matgyo/event-store/event-log';
import { logPages } from '../log-pages.ts';
import { LoggedEvent } from '../logged-event.ts';
import { LedgerCheck } from './check-ledger.ts';
import { LogCheck } from './check-log.ts';
import { type Finding, findingAt } from './finding.ts';

const pageSize = 5_000;

export interface VerifyLogOptions {
  readonly log: EventLog;
  readonly onProgress?: (events: number) => void;
  readonly signal?: AbortSignal;
}

export interface LogVerification {
  readonly events: number;
  readonly findings: readonly Finding[];
  /** The last event that was verified. */
  readonly lastEvent: string | null;
}

/** Walks the whole log once: chains, ids, shapes and the ledger's invariants. Memory grows with the streams. */
export async function verifyLog({
  log,
  onProgress = () => {},
  signal,
}: VerifyLogOptions): Promise<LogVerification> {
  const logCheck = new LogCheck();
  const ledgerCheck = new LedgerCheck();
  const findings: Finding[] = [];
  let events = 0;
  let lastEvent: string | null = null;
  for await (const page of logPages(log, { after: logStart, size: pageSize, signal })) {
    for (const recorded of page) {
      findings.push(...logCheck.event(recorded));
      try {
        findings.push(...ledgerCheck.event(recorded, new LoggedEvent(recorded).ledgerEvent));
      } catch (error) {
        if (!(error instanceof UnreadableEvent)) throw error;
        findings.push(findingAt('shape', recorded, error.message));
      }
      lastEvent = recorded.id;
    }
    events += page.length;
    onProgress(page.length);
  }
  return { events, findings: [...findings, ...ledgerCheck.end()], lastEvent };
}
