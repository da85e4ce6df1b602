import type { Position as LogPosition, ReadPosition } from '@eventstore/db-client';
import { logStart, type Position } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';

const digits = 20;
const form = /^(\d{20})-(\d{20})$/;

/** Commit and prepare position, padded, so that string order is log order. */
export function positionOf({ commit, prepare }: LogPosition): Position {
  return `${pad(commit)}-${pad(prepare)}` as Position;
}

/** Throws `EventLogCorrupt` for a position that this adapter never wrote. */
export function readPositionOf(position: Position): ReadPosition {
  if (position === logStart) return 'start';
  const [, commit, prepare] = form.exec(position) ?? [];
  if (commit === undefined || prepare === undefined)
    throw new EventLogCorrupt('a position that is not one of EventStoreDB');
  return { commit: BigInt(commit), prepare: BigInt(prepare) };
}

function pad(number: bigint): string {
  return String(number).padStart(digits, '0');
}
