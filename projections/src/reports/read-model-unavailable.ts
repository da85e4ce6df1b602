import type pg from 'pg';
import { type Checkpoint, liveSchema, readCheckpoint } from '../checkpoint.ts';
import { CannotRun } from '../program-fault.ts';
import type { ReadModelName } from '../tables.ts';

/** A report would be wrong or incomplete: its read model has halted, is missing, or is behind. */
export class ReadModelUnavailable extends CannotRun {
  override readonly name = 'ReadModelUnavailable';
  readonly readModel: ReadModelName;
  readonly reason: 'halted' | 'rebuilding' | 'behind';

  constructor(readModel: ReadModelName, reason: ReadModelUnavailable['reason']) {
    super(`${readModel} is ${reason}`);
    this.readModel = readModel;
    this.reason = reason;
  }
}

/** The first versions whose tables have all columns; with older ones reports wait for the rebuild. */
const firstReadable: { readonly [Name in ReadModelName]?: number } = { fees: 2, journal: 3 };

/** The checkpoint of a read model that can be reported from. Throws `ReadModelUnavailable`. */
export async function servingCheckpoint(client: pg.ClientBase, name: ReadModelName): Promise<Checkpoint> {
  const checkpoint = await readCheckpoint(client, liveSchema(name));
  if (checkpoint === undefined) throw new ReadModelUnavailable(name, 'rebuilding');
  const { halted } = checkpoint;
  if (checkpoint.version < (firstReadable[name] ?? 0)) throw new ReadModelUnavailable(name, 'rebuilding');
  if (halted !== null) throw new ReadModelUnavailable(name, 'halted');
  return checkpoint;
}
