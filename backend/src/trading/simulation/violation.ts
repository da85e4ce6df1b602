/** An invariant of the ledger (docs/ledger.md) does not hold. */
export class Violation extends Error {
  override readonly name = 'Violation';
}

/** Throws `Violation` with the number of the rule unless `holds`. */
export function must(holds: boolean, rule: number, text: string): asserts holds {
  if (!holds) throw new Violation(`invariant ${rule}: ${text}`);
}
