/** An invariant is broken: a bug or a damaged log, never a user's mistake. */
export class InvariantBroken extends Error {
  override readonly name = 'InvariantBroken';
}

/** Throws `InvariantBroken` unless `holds`. `rule` names the rule, with ids only. */
export function invariant(holds: boolean, rule: string): asserts holds {
  if (!holds) throw new InvariantBroken(rule);
}
