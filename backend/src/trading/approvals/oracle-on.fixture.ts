import { logStart, type RecordedEvent } from '@matgyo/event-store/event-log';
import { Oracle } from '@matgyo/ledger/oracle/oracle';
import { logPages } from '@matgyo/projections/log-pages';
import { LoggedEvent } from '@matgyo/projections/logged-event';

/** An oracle of a log with some events changed. */
export async function oracleOn(
  log: Parameters<typeof logPages>[0],
  change: (event: RecordedEvent) => RecordedEvent,
): Promise<() => void> {
  const events: RecordedEvent[] = [];
  for await (const page of logPages(log, { after: logStart, size: 500 })) events.push(...page);
  const oracle = new Oracle();
  return () => {
    for (const event of events.map(change)) oracle.enter(event, new LoggedEvent(event).ledgerEvent);
  };
}
