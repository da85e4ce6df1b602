import { createHash } from 'node:crypto';
import type { NewEvent } from '@matgyo/event-store/event-log';
import { type ChainedEvent, verifyLink } from '@matgyo/ledger/proof/stream-chain';
import { CannotRun } from '@matgyo/projections/program-fault';

/** An event as a line: exactly as recorded, without its position, which is only valid in its own log. */
export const lineOfEvent = ({ id, stream, revision, type, data, metadata }: ChainedEvent): string =>
  JSON.stringify([id, stream, revision, type, data, metadata]);

/** @throws CannotRun when the line is not an event or does not match its own hash. */
export function eventOfLine(line: string): ChainedEvent {
  const [id, stream, revision, type, data, metadata] = parsed(line, 'an event') as [
    id: string,
    stream: string,
    revision: number,
    type: string,
    data: NewEvent['data'],
    metadata: ChainedEvent['metadata'],
  ];
  const event = { id, stream, revision, type, data, metadata };
  if (metadata === undefined || !isIntact(event))
    throw new CannotRun(`The backup holds an event that does not match its hash: ${String(id)}.`);
  return event;
}

/** @throws CannotRun when a line, which holds `what`, is not JSON. */
export function parsed(line: string, what: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new CannotRun(`The backup is damaged: ${what} cannot be read.`);
  }
}

/** Whether an event matches its hash, given the previous hash that it states. */
export const isIntact = (event: ChainedEvent): boolean =>
  verifyLink(event.stream, before(event), event) === undefined;

/** The head to which an event was appended. */
export const before = ({ revision, metadata }: ChainedEvent) =>
  revision === 0 ? ('no-stream' as const) : { revision: revision - 1, hash: metadata.prevHash };

/** One hash for a whole log: SHA-256, hex, over the hashes of its events in log order, one per line. */
export class Seal {
  readonly #hash = createHash('sha256');

  add({ metadata }: ChainedEvent): void {
    this.#hash.update(`${metadata.hash}\n`);
  }

  /** Call once. */
  digest(): string {
    return this.#hash.digest('hex');
  }
}
