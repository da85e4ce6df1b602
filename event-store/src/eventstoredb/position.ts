import { logStart, type Position } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';

/** A place in EventStoreDB's transaction file, as its client states it. */
export interface PlaceInFile {
  readonly commit: bigint;
  readonly prepare: bigint;
}

const digits = 20;
const padded = (value: bigint): string => value.toString().padStart(digits, '0');

/** Both numbers at full width, so that comparing the texts compares the places. */
export const positionOfPlace = ({ commit, prepare }: PlaceInFile): Position =>
  `${padded(commit)}-${padded(prepare)}` as Position;

/** Undefined for the start of the log. Throws `EventLogCorrupt` for another log's position. */
export function placeOfPosition(position: Position): PlaceInFile | undefined {
  if (position === logStart) return undefined;
  const [, commit, prepare] = /^(\d{20})-(\d{20})$/.exec(position) ?? [];
  if (commit === undefined || prepare === undefined)
    throw new EventLogCorrupt('the position is not one of this log');
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}
