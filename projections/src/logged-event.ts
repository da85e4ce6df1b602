import { type LedgerEvent, toLedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { RecordedEvent } from '@matgyo/event-store/event-log';

/** A recorded event, and its parsed form in the current version, parsed at most once for all read models. */
export class LoggedEvent {
  readonly recorded: RecordedEvent;
  #read: LedgerEvent | undefined;

  constructor(recorded: RecordedEvent) {
    this.recorded = recorded;
  }

  /** Throws `UnreadableEvent` if this version of the software cannot read the event. */
  get ledgerEvent(): LedgerEvent {
    const { type, data, metadata } = this.recorded;
    this.#read ??= toLedgerEvent({ type, data, schemaVersion: metadata.schemaVersion });
    return this.#read;
  }
}
