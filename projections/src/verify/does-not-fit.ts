import type { CheckName } from './finding.ts';

/** An event does not follow from those before it. Carries which rule it breaks. */
export class DoesNotFit extends Error {
  override readonly name = 'DoesNotFit';
  readonly check: CheckName;

  constructor(check: CheckName, what: string) {
    super(what);
    this.check = check;
  }
}

export function fits(check: CheckName, condition: boolean, what: string): asserts condition {
  if (!condition) throw new DoesNotFit(check, what);
}
