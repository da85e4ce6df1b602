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

/** Quoted where it must be; a value a spreadsheet would take for a formula is made text. */
const cell = (value: string): string => {
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A trail for a spreadsheet. The mark at the beginning has Excel read it as UTF-8. */
export function trailCsv(entries: readonly TrailEntry[]): Blob {
  const rows = entries.map((entry) => columns.map((column) => cell(fieldOf(entry, column))).join(','));
  return new Blob([`\uFEFF${[columns.join(','), ...rows].join('\r\n')}\r\n`], { type: 'text/csv' });
}

/** A trail with what proves it, as one file. */
export function trailJson(id: string, trail: OrderTrail): Blob {
  const { orderCode, side, amount, verified, finding, proof, everything } = trail;
  const file = { orderId: id, orderCode, side, amount, verified, finding, proof, entries: everything };
  return new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' });
}
