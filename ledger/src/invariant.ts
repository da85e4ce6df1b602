/** An invariant is broken: a bug or a damaged log, never a user's mistake. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

/** Throws `InvariantBroken` unless `holds`. `rule` says what must be true. It is logged, so it may contain ids only. */
export function invariant(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new InvariantBroken(rule);
}
