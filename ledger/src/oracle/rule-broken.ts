/** What kind of rule: an event in its stream, an order's quantities, a process, sums, members, prices, approvals. */
export type Rule = 'shape' | 'quantities' | 'trades' | 'sums' | 'members' | 'prices' | 'approvals';

/** An event does not follow from those before it. */
export class RuleBroken extends Error {
  override readonly name = 'RuleBroken';
  readonly rule: Rule;

  constructor(rule: Rule, what: string) {
    super(what);
    this.rule = rule;
  }
}

/** Throws `RuleBroken` unless `holds`. `what` says what is wrong, with ids only. */
export function must(rule: Rule, holds: boolean, what: string): asserts holds {
  if (!holds) throw new RuleBroken(rule, what);
}
