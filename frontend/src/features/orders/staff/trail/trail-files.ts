import type { TrailEntry } from '@matgyo/contracts/endpoints/audit';
import type { OrderTrail } from '../../trail/order-trail.ts';

const columns = [
  'entry',
  'at',
  'type',
  'stream',
  'revision',
  'actorRole',
  'actorNickname',
  'actorId',
  'reason',
  'tradeId',
  'counterOrderId',
  'amount',
  'fee',
  'commandId',
  'status',
  'open',
  'reserved',
  'settled',
  'withdrawn',
  'feeTotal',
  'prevHash',
  'hash',
] as const;

const fieldOf = (entry: TrailEntry, column: (typeof columns)[number]): string =>
  String({ ...entry, ...entry.state }[column] ?? '');

/** Quotes a field if necessary; a value that a spreadsheet would read as a formula becomes text. */
const cell = (value: string): string => {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** The trail as CSV, with a byte order mark so that Excel reads it as UTF-8. */
export function trailCsv(entries: readonly TrailEntry[]): Blob {
  const rows = entries.map((entry) => columns.map((column) => cell(fieldOf(entry, column))).join(','));
  return new Blob([`\uFEFF${[columns.join(','), ...rows].join('\r\n')}\r\n`], { type: 'text/csv' });
}

/** The trail with its proofs, as JSON. */
export function trailJson(id: string, trail: OrderTrail): Blob {
  const { orderCode, side, amount, verified, finding, proof, everything } = trail;
  const file = { orderId: id, orderCode, side, amount, verified, finding, proof, entries: everything };
  return new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' });
}
