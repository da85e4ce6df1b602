import { createHash } from 'node:crypto';
import type { TradeId } from '@matgyo/contracts/ids';
import { isEventId } from '@matgyo/event-store/append-limits';

/** UUID version 5 (RFC 9562) of a name in a namespace. */
export function uuidV5(namespace: string, name: string): string {
  if (!isEventId(namespace)) throw new TypeError('a namespace is a lower-case UUID');
  const bytes = createHash('sha1').update(namespace.replaceAll('-', ''), 'hex').update(name, 'utf8').digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/**
 * UUID version 8: begins as the id in the stream's name does, with its time, so that events of recent orders are
 * neighbours in every index by event id. Random ids would touch another page for each event of a large log.
 */
function eventIdIn(stream: string, namespace: string, name: string): string {
  const id = uuidV5(namespace, name);
  const [, time] = /-([0-9a-f]{8})[0-9a-f]{16}$/.exec(stream) ?? [];
  return time === undefined ? id : `${time}${id.slice(8, 14)}8${id.slice(15)}`;
}

/**
 * Id of the `index`-th event that a command appends to a stream. Clients choose the keys that commands' ids are made
 * of: without a salt that they do not know, they could search for two commands whose events have the same id.
 */
export const commandEventId = (commandId: string, stream: string, index: number, salt = ''): string =>
  eventIdIn(stream, commandId, `${salt}${stream} ${index}`);

const tradeSteps = '2f1c6a0e-8d43-5b7a-9e21-6b0d4f3a7c58';

/** The id of the event that a trade's process appends to a stream in one step. It is the same in every process. */
export const stepEventId = (tradeId: TradeId, stream: string, eventType: string): string =>
  eventIdIn(stream, tradeSteps, `${tradeId} ${stream} ${eventType}`);
