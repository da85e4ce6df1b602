import { logStart, type Position } from '../event-log.ts';
import { EventLogCorrupt } from '../event-log-errors.ts';

/**
 * The order of the Postgres log as one string: generation, transaction id, ordinal in the transaction, each
 * padded to the digits of its type's greatest value, so that the order of strings is the order of the log.
 */
export interface PlaceInLog {
  readonly generation: string;
  readonly xid: string;
  readonly ordinal: string;
}

const digits = { generation: 10, xid: 20, ordinal: 10 };
const form = /^(\d{10})-(\d{20})-(\d{10})$/;

export function positionOfPlace({ generation, xid, ordinal }: PlaceInLog): Position {
  const texts = [
    generation.padStart(digits.generation, '0'),
    xid.padStart(digits.xid, '0'),
    ordinal.padStart(digits.ordinal, '0'),
  ];
  return texts.join('-') as Position;
}

/** Generation 0 lies before every event. Throws `EventLogCorrupt` for what this adapter never wrote. */
export function placeOfPosition(position: Position): PlaceInLog {
  if (position === logStart) return { generation: '0', xid: '0', ordinal: '0' };
  const [, generation, xid, ordinal] = form.exec(position) ?? [];
  if (generation === undefined || xid === undefined || ordinal === undefined) {
    throw new EventLogCorrupt('a position that is not one of the Postgres log');
  }
  // Without the padding: Postgres reads an xid8 with leading zeros as octal.
  return {
    generation: String(BigInt(generation)),
    xid: String(BigInt(xid)),
    ordinal: String(BigInt(ordinal)),
  };
}
