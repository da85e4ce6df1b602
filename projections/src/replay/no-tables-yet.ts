import type { ReadModelName } from '../tables.ts';

/** There is nothing to compare with or to put anything in the place of: the projections have never run. */
export class NoTablesYet extends Error {
  override readonly name = 'NoTablesYet';

  constructor(readModel: ReadModelName) {
    super(`${readModel} has no tables yet: start the projections once`);
  }
}
