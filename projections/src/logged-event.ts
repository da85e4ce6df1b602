import { type LedgerEvent, toLedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { RecordedEvent } from '@matgyo/event-store/event-log';

/** An event of the log beside its reading in today's shape, read at most once for all read models. */
export class LoggedEvent {
  readonly recorded: RecordedEvent;
  #read: LedgerEvent | undefined;

  constructor(recorded: RecordedEvent) {
    this.recorded = recorded;
  }

  /** Throws `UnreadableEvent` for what this version of the software cannot read. */
  get ledgerEvent(): LedgerEvent {
    const { type, data, metadata } = this.recorded;
    this.#read ??= toLedgerEvent({ type, data, schemaVersion: metadata.schemaVersion });
    return this.#read;
  }
}
