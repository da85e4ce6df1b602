/** The `asOf` of a report names no moment of this log. */
export class UnknownMoment extends Error {
  override readonly name = 'UnknownMoment';
  readonly reason: 'malformed' | 'no such event' | 'too recent';

  constructor(reason: UnknownMoment['reason']) {
    super(`the moment is unknown: ${reason}`);
    this.reason = reason;
  }
}
