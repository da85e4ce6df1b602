/** The `asOf` of a report names no as-of point of this log. */
export class UnknownAsOfPoint extends Error {
  override readonly name = 'UnknownAsOfPoint';
  readonly reason: 'malformed' | 'no such event' | 'too recent';

  constructor(reason: UnknownAsOfPoint['reason']) {
    super(`the as-of point is unknown: ${reason}`);
    this.reason = reason;
  }
}
