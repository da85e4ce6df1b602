import type { ReadModelName } from '../tables.ts';

/** There is no live build to compare with or to replace: the projections have never run. */
export class NoTablesYet extends Error {
  override readonly name = 'NoTablesYet';

  constructor(readModel: ReadModelName) {
    super(`${readModel} has no tables yet: start the projections once`);
  }
}
