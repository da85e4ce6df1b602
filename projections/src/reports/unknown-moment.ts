/** The `asOf` of a report names no moment of this log, or one of which not everything can be read yet (`not settled`). */
export class UnknownMoment extends Error {
  override readonly name = 'UnknownMoment';
  readonly reason: 'malformed' | 'no such event' | 'too recent' | 'not settled';

  constructor(reason: UnknownMoment['reason']) {
    super(`the moment is unknown: ${reason}`);
    this.reason = reason;
  }
}
