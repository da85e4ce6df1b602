import { toLedgerEvent } from '@matgyo/contracts/events/ledger-event';
import type { RecordedEvent } from '@matgyo/event-store/event-log';
import { Oracle } from '@matgyo/ledger/oracle/oracle';
import { RuleBroken } from '@matgyo/ledger/oracle/rule-broken';

/** An invariant of the ledger (docs/ledger.md) is violated. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** Throws `Violation` with the rule's number unless `holds`. */
export function must(holds: boolean, rule: number, text: string): asserts holds {
  if (!holds) throw new Violation(`invariant ${rule}: ${text}`);
}

/** Checks the log event by event and keeps the first violation. */
export class Invariants {
  readonly oracle: Oracle;
  readonly #heads = new Map<string, RecordedEvent>();
  readonly #eventIds = new Set<string>();
  violation: Violation | undefined;

  constructor(options: { readonly judgesSteps: boolean }) {
    this.oracle = new Oracle(options);
  }

  /** Call with every event in log order. */
  readonly observe = (recorded: RecordedEvent): void => {
    this.check(() => {
      this.#checkPlace(recorded);
      const { type, data, metadata } = recorded;
      this.oracle.enter(recorded, toLedgerEvent({ type, data, schemaVersion: metadata.schemaVersion }));
    });
  };

  /** Runs checks that throw `Violation` or `RuleBroken`; keeps the first. */
  check(checks: () => void): void {
    if (this.violation !== undefined) return;
    try {
      checks();
    } catch (error) {
      if (error instanceof RuleBroken) this.violation = new Violation(`${error.rule}: ${error.message}`);
      else if (error instanceof Violation) this.violation = error;
      else throw error;
    }
  }

  /** Checks what must hold once no task is running. */
  checkEnd(): void {
    this.check(() => this.oracle.checkRest());
  }

  /** 6: revisions have no gaps, the hash chain is valid, event ids are unique. */
  #checkPlace(recorded: RecordedEvent): void {
    const { id, stream, revision, metadata } = recorded;
    const head = this.#heads.get(stream);
    must(revision === (head?.revision ?? -1) + 1, 6, `${stream} has no gap at ${revision}`);
    must(metadata.prevHash === (head?.metadata.hash ?? ''), 6, `${stream} is chained at ${revision}`);
    must(!this.#eventIds.has(id), 6, `event ${id} is in the log once`);
    this.#heads.set(stream, recorded);
    this.#eventIds.add(id);
  }
}
