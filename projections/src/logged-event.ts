import { type LedgerEvent, toLedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { RecordedEvent } from '@matgyo/event-store/event-log';

/** A recorded event together with its parsed form. It is parsed at most once, however many read models need it. */
export class LoggedEvent {
  readonly recorded: RecordedEvent;
  #read: LedgerEvent | undefined;

  constructor(recorded: RecordedEvent) {
    this.recorded = recorded;
  }

  /** The event in the current version of its schema. Throws `UnreadableEvent` if this software cannot read it. */
  get ledgerEvent(): LedgerEvent {
    const { type, data, metadata } = this.recorded;
    this.#read ??= toLedgerEvent({ type, data, schemaVersion: metadata.schemaVersion });
    return this.#read;
  }
}
