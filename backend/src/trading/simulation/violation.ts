/** An invariant of the ledger (docs/ledger.md) is violated. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** Throws `Violation` with the rule's number unless `holds`. */
export function must(holds: boolean, rule: number, text: string): asserts holds {
  if (!holds) throw new Violation(`invariant ${rule}: ${text}`);
}
